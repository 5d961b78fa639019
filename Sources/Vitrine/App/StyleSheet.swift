// The application's own look, on top of GTK's theme: only names the theme defines for its colours,
// so that it follows light and dark.

let styleSheet = """
  /* The header bar in it has all this already. */
  .title-box { padding: 0; min-height: 0; border: none; background: none; box-shadow: none; }
  .picture-frame { border-radius: 8px; background: alpha(currentColor, 0.06); }
  .list-picture { border-radius: 8px; min-width: 36px; min-height: 36px; }
  .compact .list-picture { min-width: 24px; min-height: 24px; }
  .price { font-weight: bold; font-feature-settings: "tnum"; }
  .numeric { font-feature-settings: "tnum"; }
  /* Of the user's own size: the theme's are points, and smaller than the text where that is large. */
  .title-1 { font-size: 1.9em; }
  .title-2 { font-size: 1.45em; }
  .title-3 { font-size: 1.3em; }
  .title-4 { font-size: 1.15em; }
  .heading { font-size: 1em; }
  .caption { font-size: 0.85em; }
  /* Faint enough to stand back, and still 4.5 : 1, also on a header bar and on what is selected. */
  .dim-label, .fact-name, .sidebar-count, headerbar .subtitle { opacity: 0.78; }
  .problem, entry.error { color: mix(@error_color, @theme_fg_color, 0.6); }
  .problem, .doubt { font-size: 0.9em; }
  .conflict { padding: 6px 12px; border-radius: 8px; background: alpha(@warning_color, 0.18); }
  .banner { padding: 6px 12px; background: alpha(currentColor, 0.06); }
  .banner.warning { background: alpha(@warning_color, 0.25); color: @theme_fg_color; }
  .toast {
    padding: 6px 6px 6px 18px; border-radius: 18px; color: white; background: alpha(black, 0.82);
  }
  .toast button { color: white; background: alpha(white, 0.16); border: none; box-shadow: none;
    text-shadow: none; -gtk-icon-shadow: none; min-height: 26px; }
  .toast button.flat { background: none; }
  .suggestions row { padding: 6px 12px; border-radius: 8px; }
  .search-note { padding: 6px 12px; }
  .filter-bar { padding: 6px; border-bottom: 1px solid @borders; }
  .chip, .add-filter > button { padding: 0 12px; border-radius: 999px; min-height: 24px; }
  .pill { padding: 6px 24px; min-height: 24px; border-radius: 999px; }
  row:selected .dim-label, row:selected .sidebar-count, child:selected .dim-label { opacity: 0.85; }
  /* No longer in the list but for the eye that is on it: fainter than a dim label, which may be beside it. */
  .stray { opacity: 0.7; }
  row:selected .stray, child:selected .stray { opacity: 0.8; }
  columnview > header > button { color: alpha(@theme_fg_color, 0.8); padding: 6px 8px; }
  /* The place of the arrow, where there is none. */
  columnview > header sort-indicator:not(.ascending):not(.descending) { min-width: 0; }
  /* No line is higher for it. */
  .copy { padding: 0; margin: -6px 0; min-width: 28px; min-height: 28px; }
  .expander { padding: 0; border: none; min-width: 16px; min-height: 16px; }
  .more { padding: 0 6px; margin-left: -6px; min-height: 22px; }
  .sidebar-count { font-feature-settings: "tnum"; }
  stackswitcher > button { min-width: 64px; }
  /* The pages of the shortcuts: the theme makes their numbers narrower than nothing. */
  stackswitcher.circular > button > label { margin: 0; }
  .detail-header { padding: 18px 18px 12px 18px; }
  .detail-page { padding: 12px 18px 24px 18px; }
  .photo { border-radius: 8px; outline-offset: 2px; background: alpha(currentColor, 0.06); }
  .photo:hover { filter: brightness(1.05); }
  /* The photos keep the left edge of the page; what is selected reaches around them. */
  .photo-list { background: none; margin: 0 -6px; min-width: 12px; }
  .photo-list > row { padding: 6px; border-radius: 8px; margin-bottom: 6px; }
  .photo-list > row:selected { background: alpha(@theme_selected_bg_color, 0.25);
    color: @theme_fg_color; }
  .photo-list > row.drop-above { box-shadow: inset 0 3px @theme_selected_bg_color; }
  .photo-list > row.drop-below { box-shadow: inset 0 -3px @theme_selected_bg_color; }
  .navigation-sidebar .drop-above { box-shadow: inset 0 2px @theme_selected_bg_color; }
  .navigation-sidebar .drop-below { box-shadow: inset 0 -2px @theme_selected_bg_color; }
  .dragged { background: @theme_base_color; border-radius: 8px; }
  .drop-inside { outline: 3px solid @theme_selected_bg_color; outline-offset: -3px; }
  .bottom-bar, .picture-bar { padding: 6px 12px; border-top: 1px solid @borders; min-height: 34px; }
  .preview { border-top: 1px solid @borders; }
  .history-list > row { padding: 4px 12px; }
  .history-row { min-height: 40px; }
  .history-row.undone { opacity: 0.8; }
  .history-row.undone .dim-label { opacity: 1; }
  .search-line { padding: 6px 12px; }
  .listed-notes > row { padding: 8px 12px; }
  .listed-note { min-height: 56px; }
  .merge-page { padding: 18px; }
  .preferences-page { padding: 18px; }
  .boxed-list { border-radius: 8px; border: 1px solid @borders; background: @theme_base_color; }
  .boxed-row { padding: 6px 12px; min-height: 38px; }
  .boxed-row:not(:first-child) { border-top: 1px solid @borders; }
  .note { padding: 12px; }
  .note-list { background: none; }
  .note-list > row { border-radius: 8px; margin-bottom: 6px;
    background: alpha(currentColor, 0.05); }
  .note-list > row.drop-above { box-shadow: inset 0 3px @theme_selected_bg_color; }
  .note-list > row.drop-below { box-shadow: inset 0 -3px @theme_selected_bg_color; }
  /* Its fields say where the keyboard is. */
  .note-list > row.written:selected { background: alpha(currentColor, 0.05); }
  .note-list > row.written:selected button:not(.suggested-action) { border-color: @borders; }
  .note-text { border-radius: 8px; }
  .card { padding: 12px; border-radius: 8px; }
  /* White on GTK's own blue is 3.8 : 1; and GTK 4.24 makes it grey while the keyboard is elsewhere. */
  row:selected, columnview > listview:not(:focus-within) > row:selected, gridview > child:selected,
  .note-list > row:selected { background: alpha(@theme_selected_bg_color, 0.4);
    color: @theme_fg_color; }
  columnview > listview > row > cell { padding: 4px 8px; }
  gridview > child { padding: 6px; border-radius: 8px; }
  /* The theme puts room around every box in a card, also around those within another. */
  gridview > child box { margin: 0; border-spacing: 0; }
  """
