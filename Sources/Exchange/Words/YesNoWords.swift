// SPDX-License-Identifier: Apache-2.0
// Yes and no as lists have them.

import Foundation

enum YesNoWords {
  /// Nil for a text that is neither.
  static func isYes(_ text: String) -> Bool? {
    let text = text.trimmed
    guard both.mayContain(text) else { return nil }
    let key = text.lowercased()
    return yes.contains(key) ? true : no.contains(key) ? false : nil
  }

  private static let yes = words(
    """
    yes y true 1 on x ✓ ✔ ☑
    ja j wahr oui o vrai sí sì si s verdadero vero sim verdadeiro tak t prawda ano pravda sant kyllä igen igaz da evet
    doğru да д истина так ναι はい 有 是 真 예 네 áno taip jā jah já ya có نعم כן हाँ
    """)

  private static let no = words(
    """
    no n false 0 off ✗ ✘ ☐
    nein falsch non faux falso não nao nee onwaar nie fałsz ne nepravda nej falskt falsk nei ei nem hamis nu hayır
    yanlış нет н ложь ні не όχι いいえ 無 否 无 不 假 아니오 아니요 nē hayir tidak không لا לא नहीं
    """)

  private static let both = WordSet(yes.union(no))

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
