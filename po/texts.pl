# SPDX-License-Identifier: Apache-2.0
# Reads Swift files and prints the texts in calls of `tr`, as a template for translators. Complains, on standard error,
# of what these could not work with: a text for people that is not in a call of `tr`, one word without a context, several
# values without numbers. xgettext would not do: it reads neither labels nor texts of several lines.
# usage: texts.pl FILE…
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

# Functions and arguments whose texts are for programmers, or are typed as they are.
my %isForProgrammers = map { $_ => 1 } qw(
  precondition preconditionFailure assert assertionFailure fatalError debugDescription aliases needing verb tag
  typed);

my ($file, $code, %entries, @order, $failed);

sub line { my ($at) = @_; return 1 + (substr($code, 0, $at) =~ tr/\n//) }

sub complain {
  my ($at, $what) = @_;
  print STDERR "$file:", line($at), ": $what\n";
  $failed = 1;
}

# Reads code up to the closing parenthesis or the end of the file. `$call` has the name in front of the opening one, and
# gets the arguments: of each its label, and its text if it is a literal and nothing else.
sub scan {
  my ($call) = @_;
  my $argument = {};
  my $before = '';
  for (;;) {
    my $start = pos $code;
    if ($code =~ m{\G(?:\s+|//.*)}gc) {
    } elsif ($code =~ m{\G/\*}gc) {
      for (my $depth = 1; $depth > 0 && $code =~ m{\G.*?(/\*|\*/)}gcs;) { $depth += $1 eq '/*' ? 1 : -1 }
    } elsif ($code =~ /\G(?=#*")/gc) {
      my ($text, $hasValues) = literal();
      $$argument{isMore} = 1 if defined $$argument{text};
      @$argument{'text', 'hasValues'} = ($text, $hasValues);
      $$argument{start} //= $start;
      needsTranslation($start, $text, $call, $$argument{label});
    } elsif ($code =~ /\G([\w.]*?)(\w+)[?!]?\(/gc) {
      $$argument{isMore} = 1;
      my $inner = {name => $2, label => $$argument{label}, start => $start, outer => $call, arguments => []};
      my $isText = $1 eq '' && $2 eq 'tr' && $before ne 'func';
      scan($inner);
      takeText($inner) if $isText;
    } elsif ($code =~ /\G[(\[{]/gc) {
      $$argument{isMore} = 1;
      scan({name => '', label => $$argument{label}, outer => $call, arguments => []});
    } elsif ($code =~ /\G[)\]}]/gc) {
      push @{$$call{arguments}}, $argument if %$argument;
      return;
    } elsif ($code =~ /\G,/gc) {
      push @{$$call{arguments}}, $argument;
      $argument = {};
    } elsif (!%$argument && $code =~ /\G(\w+):/gc) {
      $$argument{label} = $1;
    } elsif ($code =~ /\G([\w.]+|.)/gcs) {
      $$argument{isMore} = 1;
      $before = $1;
    } else {
      return;
    }
  }
}

# Reads a literal: its text, with %@ for each value in it, and whether there are any.
sub literal {
  $code =~ /\G(#*)("""|")/gc;
  my ($marks, $quotes, $text, $hasValues) = ($1, $2, '', 0);
  my %escaped = (n => "\n", t => "\t", 0 => "\0");
  until ($code =~ /\G\Q$quotes$marks\E/gc) {
    if ($code =~ /\G\\\Q$marks\E\(/gc) {
      scan({name => '', arguments => []});
      $text .= '%@';
      $hasValues = 1;
    } elsif ($code =~ /\G\\\Q$marks\Eu\{(\w+)\}/gc) { $text .= chr hex $1
    } elsif ($code =~ /\G\\\Q$marks\E\n/gc) { $text .= "\r"
    } elsif ($code =~ /\G\\\Q$marks\E(.)/gc) { $text .= $escaped{$1} // $1
    } elsif ($code =~ /\G./gcs) { $text .= $&
    } else { last }
  }
  if ($quotes eq '"""') {
    my ($indent) = $text =~ /\n( *)$/;
    $text =~ s/^\n//;
    $text =~ s/\n *$//;
    $text =~ s/(^|[\n\r])\Q$indent\E/$1/g if $indent;
    $text =~ s/\r//g;
  }
  return ($text, $hasValues);
}

# Complains of a literal that looks like a text for people, of several words or of one with a capital letter or a point,
# but is not in a call of `tr`.
sub needsTranslation {
  my ($start, $text, $call, $label) = @_;
  # Of a page, what is between the tags, and what is said in them.
  $text =~ s/<[a-z\/!][^<>]*>/join "\n", $& =~ m{ (?:aria-label|alt|title|placeholder)="([^"]*)"}g/ge;
  return unless $text =~ /\p{L}{2}[,;:’”)]* +[(“]?\p{L}|^\p{Lu}\p{Ll}+[.…:]?$|(^|\s)[“(]?\p{L}+[”)]?[.…?!]$/;
  return if $text eq 'Vitrine' || $text =~ /^\.[A-Z][a-z] /;
  # Names of keys, and of commands of vitrinectl.
  return if $$call{name} =~ /^(keys(InView)?|Verb)$/ && !$label;
  for (my ($outer, $of) = ($call, $label); $outer; ($of, $outer) = @$outer{qw(label outer)}) {
    return if $$outer{name} eq 'tr' || $isForProgrammers{$$outer{name}} || $isForProgrammers{$of // ''};
  }
  my ($rest) = substr($code, pos $code) =~ /^(.*)/;
  return if $rest =~ m{// Not for translation} || $code =~ m{\A(//.*\n)*//.* Not for translation};
  complain($start, "is this for people? Then it needs tr(…), otherwise “// Not for translation”: “$text”");
}

# A call of `tr` that has been read: checks its text, and keeps it.
sub takeText {
  my ($call) = @_;
  my ($first, @others) = @{$$call{arguments}};
  my %labelled = map { $$_{label} => $_ } grep { $$_{label} } @others;
  my @values = grep { !$$_{label} } @others;
  my @texts = ($first, $labelled{count} ? shift @values : ());
  for (@texts, $labelled{context} // ()) {
    my ($isText, $hasValues) = (defined $$_{text} && !$$_{isMore}, $$_{hasValues});
    return complain($$call{start}, 'tr needs one whole literal') unless $isText;
    return complain($$call{start}, 'write %@ and pass the value as an argument') if $hasValues;
  }
  my ($text, $plural) = map { $$_{text} } @texts;
  my $context = $labelled{context} && $labelled{context}{text};
  if ($text !~ /\s/ && $text =~ /\p{L}{2}/ && !$context) {
    complain($$call{start}, "“$text” is a single word: say what it is, with context: …");
  }
  my $wanted = defined $plural ? 1 : @values;
  for (grep defined, $text, $plural) {
    my @marks = /%(?:\d+\$)?@/g;
    # A singular may do without its number.
    next if @marks == $wanted || defined $plural && !@marks;
    complain($$call{start}, "“$_” has " . @marks . " values, and is given $wanted");
  }
  if ($wanted > 1 && join(' ', sort $text =~ /%(?:\d+\$)?@/g) ne join(' ', map "%$_\$@", 1 .. $wanted)) {
    complain($$call{start}, "“$text” has several values: number them, as in %1\$@, %2\$@");
  }
  my $key = ($context // '') . "\x04$text";
  push @order, $key unless $entries{$key};
  my $entry = $entries{$key} //= {context => $context, text => $text, places => []};
  my $other = $$entry{plural};
  if (defined $plural && defined $other && $plural ne $other) {
    complain($$call{start}, "“$text” has another plural elsewhere: “$other”");
  }
  $$entry{plural} //= $plural;
  push @{$$entry{places}}, "$file:" . line($$call{start});
}

sub quoted {
  my ($text) = @_;
  $text =~ s/[\\"]/\\$&/g;
  $text =~ s/\n/\\n/g;
  return "\"$text\"";
}

for (@ARGV) {
  $file = $_;
  open my $in, '<', $file or die "$file: $!\n";
  $code = do { local $/; <$in> };
  pos($code) = 0;
  scan({name => '', arguments => []});
}
print <<'END';
msgid ""
msgstr ""
"Project-Id-Version: vitrine\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
END
for (map { $entries{$_} } @order) {
  my ($context, $text, $plural) = @$_{qw(context text plural)};
  print "\n", map { "#: $_\n" } @{$$_{places}};
  # Of what gettext can check, these values are like Objective C's.
  print "#, objc-format\n" if $text =~ /%(\d+\$)?@/ || ($plural // '') =~ /%@/;
  print "msgctxt ", quoted($context), "\n" if defined $context;
  print "msgid ", quoted($text), "\n";
  print defined $plural
    ? "msgid_plural " . quoted($plural) . "\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n"
    : "msgstr \"\"\n";
}
exit($failed ? 1 : 0);
