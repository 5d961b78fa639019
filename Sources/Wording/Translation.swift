// Every text that a user reads goes through `tr`, so that gettext can find it in the source and
// translate it at run time. Literals only: `xgettext` reads them as C, so no interpolation.

import CIntl
import Foundation
import Synchronization

/// The text in the user's language.
public func tr(_ text: String) -> String {
  translated(text)
}

private func translated(_ text: String) -> String {
  // An untranslated text is returned as the same pointer, which must still be valid.
  text.withCString { String(cString: dgettext(textDomain, $0)) }
}

/// The text in the user's language, with each `%@` replaced by an argument, in order.
public func tr(_ text: String, _ arguments: String...) -> String {
  var parts = translated(text).components(separatedBy: "%@")[...]
  var result = parts.popFirst() ?? ""
  for (part, argument) in zip(parts, arguments) { result += argument + part }
  return result
}

/// The singular or plural text for a number, with `%@` replaced by the number as `numberText` writes
/// it, or by what is written in its place.
public func tr(
  _ singular: String, _ plural: String, count: Int, written: String? = nil
) -> String {
  let text = singular.withCString { singular in
    plural.withCString { plural in
      String(cString: dngettext(textDomain, singular, plural, UInt(clamping: count)))
    }
  }
  return text.replacingOccurrences(of: "%@", with: written ?? numberText(count))
}

/// A number in a sentence.
public func numberText(_ number: Int) -> String {
  numberStyle.withLock { $0.write }(number)
}

/// How sentences write numbers, if not in the way of the language that they are in without a
/// translation. Knowing all countries takes Foundation's data on them, which a command line has no
/// use for.
public func writeNumbers(_ style: @escaping @Sendable (Int) -> String) {
  numberStyle.withLock { $0 = NumberStyle(write: style) }
}

/// A structure around the function. A lock that held the function itself would wrap it anew each time
/// it is read, until a call overflows the stack.
private struct NumberStyle {
  let write: @Sendable (Int) -> String
}

private let numberStyle = Mutex(
  NumberStyle { number in
    var text = String(number.magnitude)
    for place in stride(from: text.utf8.count - 3, to: 0, by: -3) {
      text.insert(",", at: text.utf8.index(text.startIndex, offsetBy: place))
    }
    return number < 0 ? "-" + text : text
  })

/// Where to find installed translations; call it once, before the first text.
public func useTranslations(in folder: URL?) {
  setlocale(LC_ALL, "")
  if let folder { bindtextdomain(textDomain, folder.path) }
  bind_textdomain_codeset(textDomain, "UTF-8")
}

/// Translations installed beside the program, in `share/locale`; nil in the checkout it was built in.
public func installedTranslations(
  program: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
) -> URL? {
  guard !program.pathComponents.contains(".build") else { return nil }
  return program.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("share/locale")
}

private let textDomain = "vitrine"
