// StateRestoration
