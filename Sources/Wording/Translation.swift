// SPDX-License-Identifier: Apache-2.0
// Every text that a user reads goes through `tr`, so that it is found in the source and translated at run time by
// gettext. Literals only, without interpolation: `po/texts.pl` finds them without running anything.

import CIntl
import Foundation
import Synchronization

/// The text in the user's language, with each `%@` replaced by an argument. Several are numbered, `%1$@` and `%2$@`: in
/// another language they may have another order.
/// - Parameter context: what the text is, for whoever translates it. One word needs it: it may be a verb or a noun.
public func tr(_ text: String, _ arguments: String..., context: String? = nil) -> String {
  let key = key(text, context)
  // An untranslated text is returned as the same pointer, which must still be valid.
  let found = key.withCString { String(cString: dgettext(textDomain, $0)) }
  let translated = found == key ? text : found
  return arguments.isEmpty ? translated : filled(translated, with: arguments)
}

/// The singular or plural text for a number, with `%@` replaced by the number as `numberText` writes
/// it, or by what is written in its place.
public func tr(
  _ singular: String, _ plural: String, count: Int, written: String? = nil,
  context: String? = nil
) -> String {
  let key = key(singular, context)
  let found = key.withCString { key in
    plural.withCString { String(cString: dngettext(textDomain, key, $0, UInt(clamping: count))) }
  }
  let text = found == key ? singular : found
  return filled(text, with: [written ?? numberText(count)])
}

/// What gettext looks a text in a context up by.
private func key(_ text: String, _ context: String?) -> String {
  context.map { $0 + "\u{4}" + text } ?? text
}

/// The text with `%@` replaced by the next value, and `%2$@` by the second one.
private func filled(_ text: String, with values: [String]) -> String {
  let parts = text.split(separator: "%", omittingEmptySubsequences: false)
  var result = String(parts[0])
  var next = 0
  for part in parts.dropFirst() {
    let digits = part.prefix { ("0"..."9").contains($0) }
    let mark = digits.isEmpty ? "@" : "$@"
    let rest = part.dropFirst(digits.count)
    let index = digits.isEmpty ? next : (Int(digits) ?? 0) - 1
    guard rest.hasPrefix(mark), values.indices.contains(index) else {
      result += "%" + part
      continue
    }
    if digits.isEmpty { next += 1 }
    let isQuoted = result.last.map { quotationMarks.contains($0) } ?? false
    result += (isQuoted ? values[index].shortened.onOneLine : values[index].asValue).isolated
    result += rest.dropFirst(mark.count)
  }
  return result
}

/// What a quotation begins with, in one language or another.
private let quotationMarks: Set<Character> = ["“", "„", "”", "«", "»", "‘", "‚", "「", "『", "\""]

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

/// Translations installed beside the program, in `share/locale`; in the checkout it was built in, those that
/// `./dev translations` has made.
public func installedTranslations(
  program: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
) -> URL? {
  if let build = program.path.range(of: "/.build/") {
    return URL(fileURLWithPath: program.path[..<build.upperBound] + "locale")
  }
  return program.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("share/locale")
}

private let textDomain = "vitrine"
