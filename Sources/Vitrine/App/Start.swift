// SPDX-License-Identifier: Apache-2.0
// Starts the application from its command-line options, or says why it can't.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

/// Kept until the process ends. Quirk: released-application. GLib complains about one that is released while it is registered, as it
/// is after a request was only passed on.
@MainActor
private var keptApplication: Application?

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
  // Desktops match a window to its desktop entry by this name.
  Application.setProgramName(profile.applicationID)
  if !Application.hasSessionBus() {
    Console.complain(
      tr(
        "There is no session bus: screen readers and requests from the desktop won't reach Vitrine."
      )
    )
    Application.doWithoutAccessibility()
  }
  guard Application.hasDisplay() else {
    Console.complain(
      tr(
        "There is no display to show windows on: neither DISPLAY nor WAYLAND_DISPLAY leads to one.")
    )
    return 1
  }
  guard MainLoop.attachMainQueue() else {
    Console.complain(tr("The system's main queue can't be watched."))
    return 1
  }
  let application = Application(id: profile.applicationID, isService: options.isService)
  keptApplication = application
  // Before registering, which is when the application starts up.
  let vitrine = VitrineApplication(
    application, profile, options: options, installation: installation)
  if let problem = application.register() {
    Console.complain(tr("The application can't be registered on the session bus: %@", problem))
    return 1
  }
  if application.isRemote {
    return ask(running: application, for: options)
  }
  return withExtendedLifetime(vitrine) {
    application.run(programName: profile.applicationID, opening: options.links)
  }
}

// Passes the request to the process that is already running.
@MainActor
private func ask(running application: Application, for options: CommandLineOptions) -> Int32 {
  if options.forgets {
    Console.complain(
      tr("Vitrine is running. Choose “Quit and Forget Windows” in its menu instead."))
    return 1
  }
  let actions =
    (options.opensNewWindow ? [ApplicationCommand.newWindow] : [])
    + (options.beginsNewProduct ? [ApplicationCommand.newProduct] : [])
  if !actions.isEmpty {
    for action in actions { application.activate(action: action.rawValue) }
    application.flushBus()
    if options.links.isEmpty { return 0 }
  }
  return application.run(programName: "vitrine", opening: options.links)
}
