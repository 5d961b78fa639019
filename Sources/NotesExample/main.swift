// SPDX-License-Identifier: Apache-2.0
// Notes: the program that the guide of StateRestoration walks through. It is written as a stranger would write it, with
// the public interface of Gtk, StateRestoration and StateRestorationGtk alone.

import Foundation

exit(MainActor.assumeIsolated { NotesProgram().run() })
