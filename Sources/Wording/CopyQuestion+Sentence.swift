// SPDX-License-Identifier: Apache-2.0
// What two copies of a catalogue have differently, as a sentence.

import Catalog

extension CopyQuestion {
  public var sentence: String {
    let nothing = tr("nothing", context: "a value of a field that is empty")
    let title = title ?? ""
    switch (field, mine, theirs) {
    case (nil, let mine?, nil):
      return tr("“%@” was changed here, and removed for good in the other copy.", mine)
    case (nil, nil, let theirs?):
      return tr("“%@” was removed for good here, and changed in the other copy.", theirs)
    case (let field, let mine, let theirs):
      return tr(
        "%1$@ of “%2$@”: here “%3$@”, in the other copy “%4$@”.",
        StepRefusal.label(of: field ?? ""), title, mine ?? nothing, theirs ?? nothing)
    }
  }
}
