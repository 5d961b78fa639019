/// The version of everything that is built here: `vitrine`, `vitrinectl` and what is installed.
public let programVersion = "0.1.0"
