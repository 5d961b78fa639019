// SPDX-License-Identifier: Apache-2.0
// Where files are that GTK hands over, in dialogs and in what is pasted or dropped.

import CGtk
import Foundation

/// The address of a GFile, which is borrowed. A file that the desktop makes reachable by a path, such as
/// one on a server, is given by that path.
@MainActor
func fileURL(_ file: OpaquePointer) -> URL? {
  // transfer full, both
  if let path = g_file_get_path(file) {
    defer { g_free(path) }
    return URL(fileURLWithPath: String(cString: path))
  }
  guard let address = g_file_get_uri(file) else { return nil }
  defer { g_free(address) }
  return URL(string: String(cString: address))
}

/// The addresses in a value with a GdkFileList, which stays the value's.
@MainActor
func fileURLs(in value: UnsafePointer<GValue>) -> [URL] {
  guard let list = g_value_get_boxed(value) else { return [] }
  // transfer container: the files stay the list's
  let files = gdk_file_list_get_files(OpaquePointer(list))
  defer { g_slist_free(files) }
  var (urls, rest): ([URL], UnsafeMutablePointer<GSList>?) = ([], files)
  while let item = rest {
    if let file = item.pointee.data, let url = fileURL(OpaquePointer(file)) { urls.append(url) }
    rest = item.pointee.next
  }
  return urls
}
