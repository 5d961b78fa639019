// SPDX-License-Identifier: Apache-2.0
// The calls by which desktops search, as the bus describes them: GNOME's and KDE's. GLib refuses a
// call that does not fit.

enum SearchInterface: String {
  case shell = "org.gnome.Shell.SearchProvider2"
  case runner = "org.kde.krunner1"

  /// Both, in the bus's XML.
  static let description = """
    <node>
      <interface name="\(shell.rawValue)">
        <method name="GetInitialResultSet">
          <arg type="as" name="terms" direction="in"/>
          <arg type="as" name="results" direction="out"/>
        </method>
        <method name="GetSubsearchResultSet">
          <arg type="as" name="previous_results" direction="in"/>
          <arg type="as" name="terms" direction="in"/>
          <arg type="as" name="results" direction="out"/>
        </method>
        <method name="GetResultMetas">
          <arg type="as" name="identifiers" direction="in"/>
          <arg type="aa{sv}" name="metas" direction="out"/>
        </method>
        <method name="ActivateResult">
          <arg type="s" name="identifier" direction="in"/>
          <arg type="as" name="terms" direction="in"/>
          <arg type="u" name="timestamp" direction="in"/>
        </method>
        <method name="LaunchSearch">
          <arg type="as" name="terms" direction="in"/>
          <arg type="u" name="timestamp" direction="in"/>
        </method>
      </interface>
      <interface name="\(runner.rawValue)">
        <method name="Actions">
          <arg type="a(sss)" name="matches" direction="out"/>
        </method>
        <method name="Match">
          <arg type="s" name="query" direction="in"/>
          <arg type="a(sssida{sv})" name="matches" direction="out"/>
        </method>
        <method name="Run">
          <arg type="s" name="matchId" direction="in"/>
          <arg type="s" name="actionId" direction="in"/>
        </method>
      </interface>
    </node>
    """  // Not for translation.
}
