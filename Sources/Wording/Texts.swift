// Every text a person reads passes through `tr`, so that gettext can find it in the source and
// replace it at run time. Literals only: `xgettext` reads them as C, so no interpolation.

import CIntl
import Foundation

/// The text in the person's language.
public func tr(_ text: String) -> String {
  translated(text)
}

private func translated(_ text: String) -> String {
  // An untranslated text comes back as the very pointer that went in: it must still be there.
  text.withCString { String(cString: dgettext(textDomain, $0)) }
}

/// The text in the person's language, with `%@` replaced by the arguments in their order.
public func tr(_ text: String, _ arguments: String...) -> String {
  var parts = translated(text).components(separatedBy: "%@")[...]
  var result = parts.popFirst() ?? ""
  for (part, argument) in zip(parts, arguments) { result += argument + part }
  return result
}

/// The text for a number of things, with `%@` replaced by the number, or by how it is written.
public func tr(
  _ singular: String, _ plural: String, count: Int, written: String? = nil
) -> String {
  let text = singular.withCString { singular in
    plural.withCString { plural in
      String(cString: dngettext(textDomain, singular, plural, UInt(clamping: count)))
    }
  }
  return text.replacingOccurrences(of: "%@", with: written ?? String(count))
}

/// Where installed translations are looked for; once, before the first text.
public func useTranslations(in folder: URL?) {
  setlocale(LC_ALL, "")
  if let folder { bindtextdomain(textDomain, folder.path) }
  bind_textdomain_codeset(textDomain, "UTF-8")
}

private let textDomain = "vitrine"
