// VitrineModel
