// SPDX-License-Identifier: Apache-2.0
// Starts the application from its command-line options, or says why it can't.

import Foundation
import Gtk
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
func start(_ options: CommandLineOptions, _ installation: Installation) -> Int32 {
  if options.showsHelp {
    Console.say(CommandLineOptions.help)
    return 0
  }
  if options.showsVersion {
    Console.say("vitrine " + Installation.version)
    return 0
  }
  let environment = ProcessInfo.processInfo.environment
  let profile = options.isSample ? Profile.sample(environment) : Profile.own(environment)
  let vitrine = VitrineApplication(profile, options: options, installation: installation)
  return withExtendedLifetime(vitrine) {
    let status = start(vitrine.program, options, as: profile.applicationID)
    if vitrine.beginsAnew, let problem = beginAnew(isSample: options.isSample) {
      Console.complain(problem)
    }
    return status
  }
}

// Returns why that can't be done, or not at all: the process becomes the new program.
private func beginAnew(isSample: Bool) -> String? {
  let arguments = ["vitrine"] + (isSample ? ["--sample"] : [])
  let argv = arguments.map { strdup($0) } + [nil]
  defer { argv.forEach { free($0) } }
  execv("/proc/self/exe", argv)
  return String(cString: strerror(errno))
}

// Or passes the request to the process that is already running.
@MainActor
private func start(
  _ program: RestoredApplication, _ options: CommandLineOptions, as name: String
) -> Int32 {
  guard program.register(programName: name) else { return 1 }
  let application = program.application
  if application.isRemote, options.forgets {
    Console.complain(
      tr("Vitrine is running. Choose “Quit and Forget Windows” in its menu instead."))
    return 1
  }
  // It has windows already, and none is to come to the front.
  if application.isRemote, options.isAfterLogIn { return 0 }
  let actions =
    (options.opensNewWindow ? [ApplicationCommand.newWindow] : [])
    + (options.beginsNewProduct ? [ApplicationCommand.newProduct] : [])
  for action in actions { application.activate(action: action.rawValue) }
  // A start opens it in place of its windows.
  if application.isRemote, let desk = options.desk {
    application.activate(action: ApplicationCommand.openDesk.rawValue, of: desk)
  }
  if application.isRemote, !actions.isEmpty || options.desk != nil {
    application.flushBus()
    if options.links.isEmpty { return 0 }
  }
  return program.run(programName: name, arguments: options.links)
}
