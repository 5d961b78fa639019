// A complete program: notes in windows. Text, size, order and focus survive everything.

import Foundation
import Gtk
import StateRestoration

@MainActor
final class Note {
  let window: Window
  private let view = TextView()
  @SceneStorage private var draft: String

  init(_ application: Application, _ scene: SceneSession, _ coordinator: RestorationCoordinator) {
    window = Window(application: application)
    _draft = SceneStorage(wrappedValue: "", "Note.draft", in: scene)
    window.title = "Note"
    window.setContent(view)
    let size = scene.geometry ?? SceneGeometry(width: 400, height: 300)
    window.setNormalSize(width: size.width, height: size.height)
    view.text = draft
    view.onChange { [weak self] in self?.draft = self?.view.text ?? "" }
    window.onGeometryChange { [weak window] in
      guard let size = window?.normalSize, size.width > 0 else { return }
      scene.geometry = SceneGeometry(width: size.width, height: size.height)
    }
    window.onActiveChange { [weak window] in
      if window?.isActive == true { coordinator.focus(scene) }
    }
    window.onCloseRequest {
      coordinator.close(scene)
      return false
    }
    window.present()
  }
}

@MainActor
func runNotes() -> Int32 {
  let application = Application(id: "org.example.Notes", isService: false)
  let coordinator = RestorationCoordinator(
    RestorationConfiguration(
      applicationID: "org.example.Notes", sceneKinds: ["note"], activityTypes: [],
      applicationVersion: "1.0"))
  var notes: [UUID: Note] = [:]
  func open(_ scene: SceneSession) { notes[scene.id] = Note(application, scene, coordinator) }
  coordinator.register("note", open)
  _ = MainLoop.attachMainQueue()
  MainLoop.onSignal(SIGTERM) { application.quit() }
  application.onActivate {
    guard notes.isEmpty else { return open(coordinator.makeScene(kind: "note", activity: nil)) }
    application.hold()
    Task {
      await coordinator.restore(await coordinator.begin(.always))
      if notes.isEmpty { open(coordinator.makeScene(kind: "note", activity: nil)) }
      application.release()
    }
  }
  application.onShutdown { coordinator.end(keepingWindows: true) }
  return application.run(programName: "notes", opening: [])
}

exit(MainActor.assumeIsolated { runNotes() })
