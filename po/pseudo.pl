# SPDX-License-Identifier: Apache-2.0
# Turns the template into a translation that tests and people can tell from English at a glance: every text in ⟦brackets⟧,
# its letters with accents, each word longer by 40 %. Values, the letters for the keyboard, names of commands, and options
# stay. A test reads what it meant back: so each letter has an accent of its own.
# usage: pseudo.pl <vitrine.pot
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

my %accented;
@accented{split //, 'AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz'} = split //, 'ÁáĆćĎďÉéĜĝĤĥÍíĴĵĶķĽľŃńÓóŔŕŚśŤťÚúŴŵÝýŹź';

sub pseudo {
  my ($text) = @_;
  my $result = '';
  # Values, escapes, options, and words, whose letters for the keyboard follow “_”.
  while ($text =~ /\G(?:(%(?:\d+\$)?@|\\.|--?[a-z-]+)|((?:_?[^\W\d_])+)|(.))/g) {
    my ($kept, $word, $other) = ($1, $2, $3);
    if (defined $word) {
      $word =~ s/(?<!_)[A-Za-z]/$accented{$&} \/\/ $&/ge;
      $word .= '~' x (0.5 + 0.4 * ($word =~ tr{_}{}c));
    }
    $result .= $word // $kept // $other;
  }
  return "⟦$result⟧";
}

local $/ = '';
while (<STDIN>) {
  if (/^msgid ""\nmsgstr/m) {
    s/\n*\z/\n"Language: en\@pseudo\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n/;
    print "$_\n";
    next;
  }
  # Of several lines.
  s/"\n"//g;
  my ($text) = /^msgid "(.*)"$/m;
  my ($plural) = /^msgid_plural "(.*)"$/m;
  s/^msgstr.*//ms;
  print $_, defined $plural
    ? 'msgstr[0] "' . pseudo($text) . "\"\nmsgstr[1] \"" . pseudo($plural) . "\"\n\n"
    : 'msgstr "' . pseudo($text) . "\"\n\n";
}
