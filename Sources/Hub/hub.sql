-- SPDX-License-Identifier: Apache-2.0
-- The hub of a shared catalogue, format 1: what all machines agree on. They send steps, each made of patches, and read
-- what was decided. A member can call some of these functions and nothing else: no table is in reach, so that neither
-- an old client nor a person with psql can break a rule. The program runs this as one transaction, as the owner: in
-- the schemas “vitrine_1” and “vitrine”, be they empty or those of a hub that an older version of this file made. So what is
-- there already stays; a column that came later is added below its table.
--
-- Rules: a step is carried out once, whatever is sent again; what cannot be merged becomes a question that keeps both
-- values; the feed is read below the oldest running transaction, because a serial number would pass over those that
-- commit late.

-- Else it would work until the first title that it has no letters for, and then never again.
DO $$ BEGIN
  IF getdatabaseencoding() <> 'UTF8' THEN RAISE 'not UTF8' USING ERRCODE = '22021'; END IF;
END $$;

SET LOCAL search_path = vitrine_1, pg_temp;

-- All functions are made anew: they may be called with something else than before.
DO $$
DECLARE f regprocedure;
BEGIN
  FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'vitrine_1'::regnamespace LOOP EXECUTE format('DROP FUNCTION %s', f); END LOOP;
END $$;

CREATE TABLE IF NOT EXISTS hub (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Another one once the hub was put back from a backup: what machines know of its feed is worthless then.
  incarnation uuid NOT NULL DEFAULT gen_random_uuid(),
  format integer NOT NULL DEFAULT 1,
  -- Which cluster and database it was made in: a dump that was read in elsewhere shows by it.
  place text NOT NULL
);
-- Which of these files made it, or brought it up to date last. Machines do not have to know: what they call is the format.
ALTER TABLE hub ADD COLUMN IF NOT EXISTS edition integer NOT NULL DEFAULT 1;
DO $$ BEGIN
  IF (SELECT edition FROM hub) > 2 THEN RAISE 'a newer version made this hub' USING ERRCODE = '0A000'; END IF;
END $$;

CREATE FUNCTION place() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT system_identifier || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()) FROM pg_control_system() $$;
INSERT INTO hub (place, edition) VALUES (place(), 2) ON CONFLICT (one) DO UPDATE SET edition = excluded.edition;

-- What kinds of rows there are. Those that others refer to come first. A kind that is `quiet` is of no interest to
-- people: the last one wins.
-- Names are compared by their bytes everywhere. Where some were and some were not, an index was read from end to end.
CREATE TABLE IF NOT EXISTS kind (name text COLLATE "C" PRIMARY KEY, rank integer NOT NULL, is_part boolean NOT NULL DEFAULT false, quiet boolean NOT NULL DEFAULT false);

-- The fields of a kind. Those with the same `whole` are one to people, such as an amount and its currency. What
-- `has_lines` is merged by them.
CREATE TABLE IF NOT EXISTS trait (
  kind text COLLATE "C" REFERENCES kind, name text COLLATE "C", type text NOT NULL, required boolean NOT NULL DEFAULT false, whole text,
  last_wins boolean NOT NULL DEFAULT false, has_lines boolean NOT NULL DEFAULT false, pattern text, least bigint NOT NULL DEFAULT -9007199254740992,
  most bigint NOT NULL DEFAULT 9007199254740992, PRIMARY KEY (kind, name));
DELETE FROM trait;
DELETE FROM kind;
INSERT INTO kind VALUES
  ('field', 0, false, false), ('product', 1, false, false), ('product_tags', 2, true, false), ('product_image', 3, true, false),
  ('note', 4, true, false), ('product_value', 5, true, false), ('saved_search', 6, false, false), ('template', 7, false, false),
  ('told_apart', 8, false, true), ('source', 9, false, true), ('source_row', 10, false, true);
INSERT INTO trait (kind, name, type, required, whole, last_wins, pattern) VALUES
  ('product', 'title', 'string', true, 'title', false, '.'),
  ('product', 'description', 'string', true, 'description', false, NULL),
  ('product', 'category', 'string', false, 'category', false, '.'),
  ('product', 'sku', 'string', false, 'sku', false, '.'),
  ('product', 'gtin', 'string', false, 'gtin', false, '^([0-9]{8}|[0-9]{12,14})$'),
  ('product', 'price', 'number', false, 'price', false, NULL),
  ('product', 'currency', 'string', false, 'price', false, '^.{3}$'),
  ('product', 'stock', 'number', false, 'stock', false, NULL),
  ('product', 'minimum_stock', 'number', false, 'minimum_stock', false, NULL),
  ('product', 'year', 'number', false, 'year', false, NULL),
  ('product', 'supplier', 'string', false, 'supplier', false, '.'),
  ('product', 'unit', 'string', false, 'unit', false, '.'),
  ('product', 'pack_size', 'number', false, 'pack_size', false, NULL),
  ('product', 'head', 'string', false, 'head', false, '^[0-9A-F]{32}$'),
  ('product', 'taken', 'string', false, 'taken', false, NULL),
  ('product', 'options', 'string', true, 'options', false, NULL),
  ('product', 'position', 'number', true, 'position', true, NULL),
  ('product', 'deleted', 'number', false, 'deleted', false, NULL),
  ('product', 'created', 'number', true, 'created', true, NULL),
  ('product_tags', 'tags', 'string', true, 'tags', false, NULL),
  ('product_image', 'product', 'string', true, 'product', false, NULL),
  ('product_image', 'position', 'number', true, 'position', true, NULL),
  ('product_image', 'hash', 'string', true, 'hash', false, '^[0-9a-f]{64}$'),
  ('product_image', 'extension', 'string', true, 'hash', false, '^[a-z0-9]{1,8}$'),
  ('product_image', 'caption', 'string', true, 'caption', false, NULL),
  ('product_image', 'turn', 'number', true, 'turn', false, NULL),
  ('note', 'product', 'string', true, 'product', false, NULL),
  ('note', 'position', 'number', true, 'position', true, NULL),
  ('note', 'title', 'string', true, 'title', false, NULL),
  ('note', 'text', 'string', true, 'text', false, NULL),
  ('note', 'created', 'number', true, 'created', true, NULL),
  ('field', 'name', 'string', true, 'name', false, '.'),
  ('field', 'kind', 'string', true, 'kind', false, '.'),
  ('field', 'detail', 'string', true, 'kind', false, NULL),
  ('field', 'category', 'string', false, 'category', false, '.'),
  ('field', 'position', 'number', true, 'position', true, NULL),
  ('field', 'cost', 'number', false, 'cost', false, NULL),
  ('product_value', 'text', 'string', false, 'value', false, '.'),
  ('product_value', 'number', 'number', false, 'value', false, NULL),
  ('saved_search', 'name', 'string', true, 'name', false, '.'),
  ('saved_search', 'content', 'string', true, 'content', false, NULL),
  ('saved_search', 'position', 'number', true, 'position', true, NULL),
  ('template', 'content', 'string', true, 'content', false, NULL),
  ('told_apart', 'content', 'string', true, 'content', true, NULL),
  ('source', 'content', 'string', true, 'content', true, NULL),
  ('source_row', 'content', 'string', true, 'content', true, NULL);
UPDATE trait SET has_lines = true WHERE (kind, name) IN (('product', 'description'), ('note', 'text'), ('product_value', 'text'));
UPDATE trait SET least = 0 WHERE name IN ('price', 'stock', 'minimum_stock');
UPDATE trait SET most = 9223372036854775807 WHERE name = 'price';
UPDATE trait SET least = 1 WHERE name = 'pack_size';
UPDATE trait SET most = 1000000000000000 WHERE name IN ('stock', 'minimum_stock', 'pack_size');
UPDATE trait SET least = 1, most = 9999 WHERE name = 'year';
UPDATE trait SET least = 0, most = 270 WHERE name = 'turn';
UPDATE trait SET least = 1, most = 1 WHERE name = 'cost';
UPDATE trait SET least = -2305843009213693952, most = 2305843009213693951 WHERE name = 'position';
UPDATE trait SET least = -9223372036854775808, most = 9223372036854775807 WHERE kind = 'product_value' AND name = 'number';

-- A row as it is, or was before it went: then with the step that took it away.
CREATE TABLE IF NOT EXISTS item (
  kind text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, owner text COLLATE "C", value jsonb NOT NULL DEFAULT '{}', revision bigint NOT NULL DEFAULT 0,
  moment timestamptz NOT NULL DEFAULT clock_timestamp(), gone boolean NOT NULL DEFAULT true, gone_by uuid,
  PRIMARY KEY (kind, name)) WITH (fillfactor = 80);
CREATE INDEX IF NOT EXISTS item_by_owner ON item (owner) WHERE owner IS NOT NULL;

CREATE TABLE IF NOT EXISTS step (
  id uuid PRIMARY KEY, command text NOT NULL, member name NOT NULL DEFAULT session_user, address inet DEFAULT inet_client_addr(),
  made timestamptz NOT NULL, arrived timestamptz NOT NULL DEFAULT clock_timestamp(), refused text, questions integer NOT NULL DEFAULT 0);

CREATE TABLE IF NOT EXISTS change (
  x xid8 NOT NULL DEFAULT pg_current_xact_id(), n bigint GENERATED ALWAYS AS IDENTITY, step uuid NOT NULL,
  kind text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, before jsonb, after jsonb, PRIMARY KEY (x, n));
CREATE INDEX IF NOT EXISTS change_by_item ON change (kind, name);
-- For whom alone it is: a member to whom something is told once more.
ALTER TABLE change ADD COLUMN IF NOT EXISTS told_to name;

-- What could not be merged. `mine` is what did not get in, `theirs` what is there; NULL stands for a row that is gone.
CREATE TABLE IF NOT EXISTS question (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, step uuid NOT NULL, member name NOT NULL DEFAULT session_user,
  arrived timestamptz NOT NULL DEFAULT clock_timestamp(), kind text COLLATE "C", name text COLLATE "C", field text, base jsonb, mine jsonb, theirs jsonb,
  answered timestamptz, answered_by name, takes_mine boolean);
CREATE INDEX IF NOT EXISTS question_open ON question (id) WHERE answered IS NULL;
CREATE INDEX IF NOT EXISTS question_by_item ON question (kind, name);

CREATE TABLE IF NOT EXISTS picture (name text COLLATE "C", part integer, bytes bytea NOT NULL, PRIMARY KEY (name, part));
ALTER TABLE picture ALTER bytes SET STORAGE EXTERNAL;

CREATE TABLE IF NOT EXISTS seen (member name PRIMARY KEY, moment timestamptz NOT NULL);

-- The members who may not see what costs: the custom fields with a `cost`, with their values, what templates propose for
-- them, and what lists had in them. To such a member they are not there.
CREATE TABLE IF NOT EXISTS without_costs (member name PRIMARY KEY);

-- Who is here, and what is on that screen. It is true for as long as the connection is there and says so again.
CREATE UNLOGGED TABLE IF NOT EXISTS here (
  token uuid PRIMARY KEY, pid integer NOT NULL, member name NOT NULL, machine text NOT NULL, shown text[] NOT NULL, edited text[] NOT NULL,
  moment timestamptz NOT NULL);

-- Desks on their way to somebody: windows with what is half typed in them. Each is there until its recipient has answered.
CREATE TABLE IF NOT EXISTS handed (
  id uuid PRIMARY KEY, sender name NOT NULL, place text NOT NULL, recipient name NOT NULL, title text NOT NULL, content bytea NOT NULL,
  moment timestamptz NOT NULL DEFAULT clock_timestamp());
CREATE INDEX IF NOT EXISTS handed_by_recipient ON handed (recipient, moment);

-- MARK: Rules

-- Not in SQL, of which each step would make a plan anew, as of the next two: that took a third of the steps a second.
CREATE FUNCTION sees_costs(the_member name DEFAULT session_user) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN NOT EXISTS (SELECT 1 FROM without_costs WHERE member = the_member);
END $$;

-- These fields, with all names that they have had.
CREATE FUNCTION with_names(fields text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT fields || ARRAY(SELECT DISTINCT c.after->>'name' FROM change c WHERE c.kind = 'field' AND c.name = ANY (fields) AND c.after ? 'name') $$;

-- The fields that are withheld from whoever calls, with their names: also those that are gone, and those that somebody without
-- the right wants to bring along.
CREATE FUNCTION withheld() RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF sees_costs() THEN RETURN '{}'; END IF;
  RETURN with_names(ARRAY(SELECT name::text FROM item WHERE kind = 'field' AND value ? 'cost'
    UNION ALL SELECT q.name FROM question q WHERE q.answered IS NULL AND q.kind = 'field' AND q.mine ? 'cost'
      AND NOT EXISTS (SELECT 1 FROM item i WHERE i.kind = 'field' AND i.name = q.name AND i.revision > 0)));
END $$;

-- Whether a row is withheld with these fields. A template is if it proposes something for one of them, and what is remembered of
-- a row of a list if that had something in it.
CREATE FUNCTION is_withheld(fields text[], the_kind text, the_name text, value jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE the_kind WHEN 'field' THEN the_name = ANY (fields) WHEN 'product_value' THEN split_part(the_name, '/', 2) = ANY (fields)
    WHEN 'template' THEN EXISTS (SELECT 1 FROM unnest(fields) f WHERE strpos(lower(value->>'content'), lower('"' || f || '":')) > 0)
    WHEN 'source_row' THEN EXISTS (SELECT 1 FROM unnest(fields) f WHERE strpos(lower(value->>'content'), lower(chr(31) || f || chr(30))) > 0)
    ELSE false END;
END $$;

CREATE FUNCTION owner(the_kind text, the_name text, value jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE the_kind WHEN 'product_tags' THEN the_name WHEN 'product_value' THEN split_part(the_name, '/', 1)
    WHEN 'note' THEN value->>'product' WHEN 'product_image' THEN value->>'product' END $$;

-- Sets of words: what was taken out of one and put into it since, in another one.
CREATE FUNCTION merged(now text[], old text[], new text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN m <@ new AND new <@ m THEN new ELSE m END FROM (
    SELECT k || ARRAY(SELECT t FROM unnest(new) WITH ORDINALITY u(t, o) WHERE NOT t = ANY (old) AND NOT t = ANY (k) ORDER BY o) AS m
    FROM (SELECT ARRAY(SELECT t FROM unnest(now) WITH ORDINALITY u(t, o) WHERE NOT t = ANY (old) OR t = ANY (new) ORDER BY o) AS k) kept) all_of_them $$;

CREATE FUNCTION tags(value jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_remove(string_to_array(coalesce(value->>'tags', ''), E'\n'), '') $$;

-- The line of a text that became each line of another one, 0 for none: as few as possible are taken out and put in
-- (Myers, 1986). Texts that have more than `most` of these in their midst have nothing in common there.
CREATE FUNCTION same_lines(old text[], new text[]) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  most constant integer := 300;
  same integer[] := array_fill(0, ARRAY[cardinality(old)]);
  first integer := 0; olds integer := cardinality(old); news integer := cardinality(new);
  -- How far one comes with d changes on diagonal k = x - y, at d * (d + 1) / 2 + (d + k) / 2 + 1.
  far integer[] := '{}'; d integer; k integer; x integer; y integer; down integer; is_in boolean;
BEGIN
  WHILE first < olds AND first < news AND old[first + 1] = new[first + 1] LOOP
    first := first + 1; same[first] := first;
  END LOOP;
  WHILE olds > first AND news > first AND old[olds] = new[news] LOOP same[olds] := news; olds := olds - 1; news := news - 1; END LOOP;
  olds := olds - first; news := news - first;
  <<all_of_it>> FOR i IN 0..least(olds + news, most) LOOP
    d := i; k := -d;
    WHILE k <= d LOOP
      down := d * (d - 1) / 2 + (d + k) / 2;
      IF d = 0 THEN x := 0;
      ELSIF k = -d OR k < d AND far[down] < far[down + 1] THEN x := far[down + 1];
      ELSE x := far[down] + 1; END IF;
      y := x - k;
      WHILE x < olds AND y < news AND old[first + x + 1] = new[first + y + 1] LOOP x := x + 1; y := y + 1; END LOOP;
      far[d * (d + 1) / 2 + (d + k) / 2 + 1] := x;
      EXIT all_of_it WHEN x >= olds AND y >= news;
      k := k + 2;
    END LOOP;
  END LOOP;
  IF x < olds OR y < news THEN RETURN same; END IF;
  -- And back, the way that was found.
  WHILE d > 0 LOOP
    down := d * (d - 1) / 2 + (d + k) / 2;
    is_in := k = -d OR k < d AND far[down] < far[down + 1];
    WHILE x > CASE WHEN is_in THEN far[down + 1] ELSE far[down] + 1 END LOOP same[first + x] := first + x - k; x := x - 1; END LOOP;
    x := CASE WHEN is_in THEN far[down + 1] ELSE far[down] END;
    k := CASE WHEN is_in THEN k + 1 ELSE k - 1 END;
    d := d - 1;
  END LOOP;
  WHILE x > 0 LOOP same[first + x] := first + x; x := x - 1; END LOOP;
  RETURN same;
END $$;

-- Texts: the lines that were changed since, in another one. NULL if both have changed the same lines, or lines without
-- one between them: then nobody knows what was meant. It does not matter who came first.
CREATE FUNCTION merged_lines(now text, old text, new text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  o text[] := string_to_array(old, E'\n'); a text[] := string_to_array(now, E'\n'); b text[] := string_to_array(new, E'\n');
  in_a integer[]; in_b integer[]; all_of_it text[] := '{}'; was text[]; one text[]; other text[];
  next_o integer := 1; next_a integer := 1; next_b integer := 1;
BEGIN
  -- More than somebody writes would hold up others.
  IF now IS NULL OR old IS NULL OR new IS NULL OR octet_length(now) + octet_length(new) > 67108864
    OR greatest(cardinality(o), cardinality(a), cardinality(b)) > 20000 THEN RETURN NULL; END IF;
  in_a := same_lines(o, a); in_b := same_lines(o, b);
  FOR i IN 1..cardinality(o) + 1 LOOP
    CONTINUE WHEN i <= cardinality(o) AND (in_a[i] = 0 OR in_b[i] = 0);
    IF i > cardinality(o) OR i > next_o OR in_a[i] > next_a OR in_b[i] > next_b THEN
      -- What is before a line that all three have, or before the end.
      was := o[next_o:i - 1];
      one := a[next_a:coalesce(in_a[i], cardinality(a) + 1) - 1];
      other := b[next_b:coalesce(in_b[i], cardinality(b) + 1) - 1];
      IF one = was THEN all_of_it := all_of_it || other;
      ELSIF other = was OR one = other THEN all_of_it := all_of_it || one;
      ELSE RETURN NULL; END IF;
    END IF;
    EXIT WHEN i > cardinality(o);
    all_of_it := all_of_it || o[i];
    next_o := i + 1; next_a := in_a[i] + 1; next_b := in_b[i] + 1;
  END LOOP;
  RETURN array_to_string(all_of_it, E'\n');
END $$;

-- Throws if these are no patches, or one of them has what no row of its kind can have. Machines do not tell identifiers apart by
-- the case of their letters, so there is one way to write them.
CREATE FUNCTION require(patches jsonb) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE bad record;
BEGIN
  IF jsonb_typeof(patches) <> 'array' THEN RAISE 'not a step'; END IF;
  SELECT e.value INTO bad FROM jsonb_array_elements(patches) e
  WHERE CASE WHEN jsonb_typeof(e.value) <> 'object' THEN true ELSE
    jsonb_typeof(coalesce(e.value->'new', '{}')) <> 'object' OR jsonb_typeof(coalesce(e.value->'old', '{}')) <> 'object'
    OR jsonb_typeof(coalesce(e.value->'add', '{}')) <> 'object' OR coalesce(e.value->>'row', '') = '' OR octet_length(e.value->>'row') > 2000
    OR e.value->>'kind' IN ('field', 'product', 'product_tags', 'product_value', 'product_image', 'note', 'saved_search') AND e.value->>'row' <> upper(e.value->>'row')
    OR NOT EXISTS (SELECT 1 FROM kind WHERE name = e.value->>'kind') END LIMIT 1;
  IF FOUND THEN RAISE 'not a patch'; END IF;
  SELECT e.value->>'kind' AS kind, f.key INTO bad FROM jsonb_array_elements(patches) e CROSS JOIN LATERAL jsonb_each(coalesce(e.value->'new', '{}')) f
    LEFT JOIN trait t ON t.kind = e.value->>'kind' AND t.name = f.key
  WHERE CASE
    WHEN t.name IS NULL THEN true
    WHEN jsonb_typeof(f.value) = 'null' THEN t.required
    WHEN jsonb_typeof(f.value) <> t.type THEN true
    -- 1.0 is no whole number to whoever reads it later.
    WHEN t.type = 'number' THEN f.value::numeric NOT BETWEEN t.least AND t.most OR scale(f.value::numeric) > 0
    ELSE octet_length(f.value #>> '{}') > 67108864 OR (t.pattern IS NOT NULL AND f.value #>> '{}' !~ t.pattern) END
  LIMIT 1;
  IF FOUND THEN RAISE 'no % can have this %', bad.kind, bad.key; END IF;
END $$;

-- Throws if a row is not whole.
CREATE FUNCTION require_whole(the_kind text, value jsonb) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE bad text;
BEGIN
  SELECT t.name INTO bad FROM trait t WHERE t.kind = the_kind AND t.required AND NOT value ? t.name LIMIT 1;
  IF bad IS NULL AND the_kind = 'product' AND (value ? 'price') <> (value ? 'currency') THEN bad := 'price'; END IF;
  IF bad IS NULL AND the_kind = 'product_value' AND NOT value ?| ARRAY['text', 'number'] THEN bad := 'value'; END IF;
  IF bad IS NOT NULL THEN RAISE 'a % lacks its %', the_kind, bad; END IF;
END $$;

-- Whether a row is another one than somebody had seen, as far as it matters.
CREATE FUNCTION differs(the_kind text, value jsonb, old jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN the_kind = 'product_tags'
    THEN ARRAY(SELECT unnest(tags(value)) ORDER BY 1) <> ARRAY(SELECT unnest(tags(old)) ORDER BY 1)
    ELSE EXISTS (SELECT 1 FROM trait t WHERE t.kind = the_kind AND NOT t.last_wins AND value->t.name IS DISTINCT FROM nullif(old->t.name, 'null')) END $$;

CREATE FUNCTION put(step_id uuid, the_kind text, the_name text, the_value jsonb, is_gone boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE was item;
BEGIN
  SELECT * INTO was FROM item WHERE kind = the_kind AND name = the_name;
  IF was.gone = is_gone AND (is_gone OR was.value = the_value) THEN RETURN; END IF;
  IF NOT is_gone THEN PERFORM require_whole(the_kind, the_value); END IF;
  UPDATE item SET value = the_value, owner = vitrine_1.owner(the_kind, the_name, the_value), revision = revision + 1,
    moment = clock_timestamp(), gone = is_gone, gone_by = CASE WHEN is_gone THEN step_id END
  WHERE kind = the_kind AND name = the_name;
  INSERT INTO change (step, kind, name, before, after) VALUES (step_id, the_kind, the_name,
    CASE WHEN NOT was.gone THEN was.value END, CASE WHEN NOT is_gone THEN the_value END);
  IF the_kind = 'field' AND NOT was.gone AND (was.value ? 'cost') <> (the_value ? 'cost') THEN
    PERFORM tell_again(step_id, the_name, NOT the_value ? 'cost', NULL);
  END IF;
END $$;

-- Tells what is withheld from some, of one field or of all, as it is now, once more, because somebody may see it now, or may no
-- longer. If `to_member` is none, all are told.
CREATE FUNCTION tell_again(step_id uuid, field text, with_values boolean, to_member name) RETURNS void LANGUAGE sql AS $$
  WITH fields AS MATERIALIZED (SELECT with_names(CASE WHEN field IS NULL THEN ARRAY(SELECT name::text FROM item WHERE kind = 'field' AND value ? 'cost') ELSE ARRAY[field] END) AS names)
  INSERT INTO change (step, kind, name, before, after, told_to)
  SELECT step_id, i.kind, i.name, i.value, i.value, to_member FROM item i JOIN kind k ON k.name = i.kind, fields
  WHERE i.kind IN ('field', 'template', 'source_row', 'product_value') AND NOT i.gone AND (with_values OR i.kind <> 'product_value')
    AND (field IS NULL OR i.kind <> 'field') AND is_withheld(fields.names, i.kind, i.name, i.value)
  ORDER BY k.rank, i.name $$;

CREATE FUNCTION is_there(the_kind text, the_name text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM item WHERE kind = the_kind AND name = the_name AND NOT gone) $$;

-- Whether something of a product or a field is there that these patches do not take away as it is.
CREATE FUNCTION has_unseen(the_kind text, the_name text, patches jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM item i WHERE NOT i.gone
      AND CASE the_kind WHEN 'product' THEN i.owner = the_name ELSE i.kind = 'product_value' AND i.name LIKE '%/' || the_name END
      AND ((SELECT withheld()) = '{}' OR NOT is_withheld((SELECT withheld()), i.kind, i.name, i.value))
      AND NOT EXISTS (
        SELECT 1 FROM jsonb_array_elements(patches) q
        WHERE q->>'kind' = i.kind AND q->>'row' = i.name AND NOT q ? 'new' AND NOT differs(i.kind, i.value, q->'old'))) $$;

-- Whether the values of a custom field are texts of many lines.
CREATE FUNCTION has_paragraphs(field text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT value->>'kind' = 'text' FROM item WHERE kind = 'field' AND name = field AND NOT gone), false) $$;

-- Notes and pictures are numbered 0, 1, 2, … in their product; what has just come is behind what has its number.
CREATE FUNCTION number_parts(step_id uuid, patches jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE f record;
BEGIN
  -- Most steps have none.
  IF NOT EXISTS (SELECT 1 FROM jsonb_array_elements(patches) e WHERE e.value->>'kind' IN ('note', 'product_image')) THEN RETURN; END IF;
  FOR f IN
    SELECT i.kind, i.name, i.value, i.place FROM (
      SELECT item.*, row_number() OVER (PARTITION BY item.kind, item.owner ORDER BY (item.value->>'position')::bigint,
        (item.kind, item.name) IN (SELECT e.value->>'kind', e.value->>'row' FROM jsonb_array_elements(patches) e WHERE NOT e.value ? 'old'), item.name) - 1 AS place
      FROM item WHERE NOT item.gone AND item.kind IN ('note', 'product_image') AND item.owner IN (
        SELECT o.owner FROM jsonb_array_elements(patches) e JOIN item o ON o.kind = e.value->>'kind' AND o.name = e.value->>'row'
        WHERE o.kind IN ('note', 'product_image'))) i
    WHERE (i.value->>'position')::bigint <> i.place ORDER BY i.kind, i.name LOOP
    PERFORM put(step_id, f.kind, f.name, f.value || jsonb_build_object('position', f.place), false);
  END LOOP;
END $$;

-- Carries out a step that does nothing but put in new rows, all at once; false if it is none.
CREATE FUNCTION take_new(step_id uuid, patches jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM jsonb_array_elements(patches) e WHERE NOT e.value ? 'new' OR e.value ? 'add'
      OR e.value ? 'old' AND NOT (e.value->>'kind' = 'product_tags' AND e.value->'old'->>'tags' = '')
      OR e.value->>'kind' = 'product_tags' AND e.value->'new'->>'tags' = '')
    OR EXISTS (SELECT 1 FROM jsonb_array_elements(patches) e JOIN item i ON i.kind = e.value->>'kind' AND i.name = e.value->>'row' WHERE i.revision > 0)
    OR (SELECT count(*) <> count(DISTINCT (e.value->>'kind', e.value->>'row')) FROM jsonb_array_elements(patches) e)
    OR EXISTS (
      SELECT 1 FROM (
        SELECT 'product' AS kind, owner(e.value->>'kind', e.value->>'row', e.value->'new') AS name
        FROM jsonb_array_elements(patches) e JOIN kind k ON k.name = e.value->>'kind' WHERE k.is_part
        UNION SELECT 'field', split_part(e.value->>'row', '/', 2) FROM jsonb_array_elements(patches) e WHERE e.value->>'kind' = 'product_value') n
      WHERE NOT EXISTS (SELECT 1 FROM item i WHERE i.kind = n.kind AND i.name = n.name AND NOT i.gone)
        AND (n.kind, n.name) NOT IN (SELECT q.value->>'kind', q.value->>'row' FROM jsonb_array_elements(patches) q))
  THEN RETURN false; END IF;
  PERFORM require_whole(e.value->>'kind', jsonb_strip_nulls(e.value->'new')) FROM jsonb_array_elements(patches) e;
  UPDATE item i SET value = p.value, owner = vitrine_1.owner(i.kind, i.name, p.value), revision = 1, moment = clock_timestamp(), gone = false
  FROM (SELECT e.value->>'kind' AS kind, e.value->>'row' AS name, jsonb_strip_nulls(e.value->'new') AS value FROM jsonb_array_elements(patches) e) p
  WHERE i.kind = p.kind AND i.name = p.name;
  INSERT INTO change (step, kind, name, after)
  SELECT step_id, e.value->>'kind', e.value->>'row', jsonb_strip_nulls(e.value->'new')
  FROM jsonb_array_elements(patches) WITH ORDINALITY e JOIN kind k ON k.name = e.value->>'kind' ORDER BY k.rank, e.ordinality;
  RETURN true;
END $$;

-- The row of the head of a variant that has the same of it.
CREATE FUNCTION row_of_head(the_kind text, head text, field text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT upper(head::uuid::text) || CASE the_kind WHEN 'product_value' THEN '/' || field ELSE '' END $$;

-- Whether somebody once said this of the head of a variant, be it that it is asked about.
CREATE FUNCTION was_of_head(the_kind text, head text, field text, part jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH place AS (SELECT row_of_head(the_kind, head, field) AS name)
  SELECT EXISTS (SELECT 1 FROM item i, place WHERE i.kind = the_kind AND i.name = place.name AND i.value @> part)
    OR EXISTS (SELECT 1 FROM change c, place WHERE c.kind = the_kind AND c.name = place.name AND (c.after @> part OR c.before @> part))
    OR EXISTS (SELECT 1 FROM question q, place WHERE q.kind = the_kind AND q.name = place.name AND q.mine @> part) $$;

-- The fields that a variant takes from its head, without some of them.
CREATE FUNCTION own_again(variant jsonb, words text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('taken', array_to_string(ARRAY(SELECT w FROM unnest(string_to_array(variant->>'taken', ' ')) w WHERE lower(w) <> ALL (words)), ' ')) $$;

CREATE FUNCTION taken(value jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(string_to_array(lower(value->>'taken'), ' '), '{}') $$;

CREATE FUNCTION make_own(step_id uuid, variant text, word text) RETURNS void LANGUAGE sql AS $$
  SELECT put(step_id, 'product', variant, i.value || own_again(i.value, ARRAY[word]), false) FROM item i WHERE i.kind = 'product' AND i.name = variant $$;

-- Whether what a step says of a variant is only what it passes on from the head: it says the same of that, or is of a
-- machine that knows less of a head that the variant follows, which had this once or is asked about it. `patches` are those
-- of the head: of a step with very many, all cannot be looked through for each variant.
CREATE FUNCTION is_of_head(patches jsonb, the_kind text, head text, field text, part jsonb, is_taken boolean) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT is_taken AND (NOT EXISTS (SELECT 1 FROM jsonb_each_text(part) t WHERE t.value <> '') OR was_of_head(the_kind, head, field, jsonb_strip_nulls(part)))
    OR EXISTS (SELECT 1 FROM jsonb_array_elements(patches) e
      WHERE e.value->>'kind' = the_kind AND e.value->>'row' = row_of_head(the_kind, head, field) AND e.value->'new' @> part) $$;

-- The fields that a patch lets follow a head, although somebody else has said something of the variant meanwhile: words
-- as they are in `taken`, and the rows of those that have one of their own. `patches` are those of the variant.
CREATE FUNCTION said_since(variant item, p jsonb, patches jsonb, OUT words text[], OUT names text[]) LANGUAGE sql STABLE AS $$
  WITH let AS (
    SELECT w AS word, CASE WHEN w = 'tags' THEN 'product_tags' WHEN w ~ '^[0-9a-f-]{36}$' THEN 'product_value' ELSE 'product' END AS kind
    FROM unnest(taken(p->'new')) w WHERE w <> ALL (taken(p->'old') || taken(variant.value))),
  place AS (SELECT *, variant.name || CASE kind WHEN 'product_value' THEN '/' || upper(word) ELSE '' END AS name FROM let),
  part AS (
    SELECT l.word, l.kind, l.name,
      (SELECT jsonb_object_agg(t.name, i.value->t.name) FROM trait t WHERE t.kind = l.kind AND i.value->>t.name <> '' AND (l.kind <> 'product' OR replace(t.whole, '_', '') = l.word)) AS value,
      (SELECT coalesce(jsonb_object_agg(e.key, e.value), '{}') FROM jsonb_array_elements(patches) q CROSS JOIN jsonb_each(q.value->'old') e JOIN trait t ON t.kind = l.kind AND t.name = e.key
        WHERE q.value->>'kind' = l.kind AND q.value->>'row' = l.name AND (l.kind <> 'product' OR replace(t.whole, '_', '') = l.word)) AS seen
    FROM place l JOIN item i ON i.kind = l.kind AND i.name = l.name AND NOT i.gone)
  SELECT coalesce(array_agg(word), '{}'), coalesce(array_agg(kind || ' ' || name) FILTER (WHERE kind <> 'product'), '{}') FROM part
  WHERE value IS NOT NULL AND CASE seen WHEN '{}' THEN NOT was_of_head(kind, coalesce(p->'new'->>'head', variant.value->>'head'), upper(word), value)
    ELSE differs(kind, value, seen) END $$;

-- A patch of a product by somebody from whom these fields are withheld: whether a variant takes them from its head stays as
-- it is. Of another head it takes none of them.
CREATE FUNCTION besides(fields text[], p jsonb, value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  WITH side AS (
    SELECT s, jsonb_build_object(s, p->s || jsonb_build_object('taken', array_to_string(ARRAY(
      SELECT w FROM unnest(string_to_array(p->s->>'taken', ' ')) w WHERE upper(w) <> ALL (fields)
      UNION SELECT w FROM unnest(string_to_array(value->>'taken', ' ')) w WHERE upper(w) = ANY (fields)
        AND (s = 'old' OR coalesce(p->'new'->>'head', value->>'head') = value->>'head') ORDER BY 1), ' '))) AS now
    FROM unnest(ARRAY['old', 'new']) s WHERE p->s->>'taken' IS NOT NULL)
  SELECT p || coalesce((SELECT now FROM side WHERE s = 'old'), '{}') || coalesce((SELECT now FROM side WHERE s = 'new'), '{}') $$;

-- What of a step is left to somebody from whom these fields are withheld. The rest, and who wants to bring fields for what
-- costs along, is asked about: whoever may see it decides. How many questions that are says nothing of what is there.
CREATE FUNCTION set_aside(step_id uuid, fields text[], INOUT patches jsonb, OUT asked integer) LANGUAGE plpgsql AS $$
DECLARE p jsonb; now item; kept jsonb := '[]';
BEGIN
  asked := 0;
  FOR p IN SELECT e.value FROM jsonb_array_elements(patches) WITH ORDINALITY e ORDER BY e.ordinality LOOP
    SELECT * INTO now FROM item i WHERE i.kind = p->>'kind' AND i.name = p->>'row';
    IF NOT is_withheld(fields, p->>'kind', p->>'row', now.value) AND NOT (p->>'kind' = 'field' AND p->'new'->>'cost' IS NOT NULL) THEN
      kept := kept || CASE WHEN p->>'kind' = 'product' THEN besides(fields, p, now.value) ELSE p END;
    -- With a product that is erased they go, too; and of what is of no interest to people, nobody is asked.
    ELSIF p->>'kind' <> 'source_row' AND (p ? 'new' OR NOT EXISTS (SELECT 1 FROM jsonb_array_elements(patches) q
        WHERE q.value->>'kind' = 'product' AND q.value->>'row' = split_part(p->>'row', '/', 1) AND NOT q.value ? 'new')) THEN
      INSERT INTO question (step, kind, name, field, base, mine, theirs) VALUES (step_id, p->>'kind', p->>'row',
        CASE WHEN p->>'kind' = 'product_value' AND p ? 'new' THEN 'value' END, p->'old', p->'new', CASE WHEN NOT now.gone THEN now.value END);
      asked := asked + 1;
    END IF;
  END LOOP;
  patches := kept;
END $$;

-- Carries out the patches of a step. Returns how many questions it left.
CREATE FUNCTION take(step_id uuid, patches jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  p jsonb; k kind; now item; own text; new jsonb; base jsonb; value jsonb; part jsonb; f record; asked integer := 0;
  kept text[] := '{}'; words text[]; total numeric; lines text; taken text[]; head_name text; word text; said text[]; of_head boolean; clashes boolean; of_product jsonb;
  names text[]; said_rows text[] := '{}'; fields text[] := '{}';
BEGIN
  PERFORM require(patches);
  IF NOT sees_costs() THEN
    fields := withheld();
    SELECT s.patches, s.asked INTO patches, asked FROM set_aside(step_id, fields, patches) s;
  END IF;
  -- Every row gets a place, and all of them and what they belong to are locked, always in the same order.
  INSERT INTO item (kind, name) SELECT DISTINCT e.value->>'kind', e.value->>'row' FROM jsonb_array_elements(patches) e
    ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  PERFORM 1 FROM item i WHERE (i.kind, i.name) IN (
    SELECT e.value->>'kind', e.value->>'row' FROM jsonb_array_elements(patches) e
    UNION SELECT 'product', vitrine_1.owner(e.value->>'kind', e.value->>'row', coalesce(nullif(e.value->'new', '{}'), e.value->'old'))
    FROM jsonb_array_elements(patches) e
    UNION SELECT 'product', o.owner FROM jsonb_array_elements(patches) e JOIN item o ON o.kind = e.value->>'kind' AND o.name = e.value->>'row'
    WHERE o.owner IS NOT NULL
    UNION SELECT 'field', split_part(e.value->>'row', '/', 2) FROM jsonb_array_elements(patches) e WHERE e.value->>'kind' = 'product_value')
  ORDER BY i.kind, i.name FOR UPDATE;
  IF take_new(step_id, patches) THEN
    PERFORM number_parts(step_id, patches);
    RETURN asked;
  END IF;

  SELECT jsonb_object_agg(o.name, o.patches) INTO of_product FROM (
    SELECT split_part(e.value->>'row', '/', 1) AS name, jsonb_agg(e.value) AS patches FROM jsonb_array_elements(patches) e
    WHERE e.value->>'kind' IN ('product', 'product_tags', 'product_value') GROUP BY 1) o;

  -- What somebody else has changed since is not erased without asking.
  FOR p IN SELECT e.value FROM jsonb_array_elements(patches) e
    WHERE e.value->>'kind' IN ('product', 'field') AND NOT e.value ? 'new' ORDER BY e.value->>'row' LOOP
    SELECT * INTO now FROM item i WHERE i.kind = p->>'kind' AND i.name = p->>'row';
    CONTINUE WHEN now.gone;
    IF differs(now.kind, now.value, p->'old') OR has_unseen(now.kind, now.name, patches) THEN
      kept := kept || now.name;
      INSERT INTO question (step, kind, name, base, theirs) VALUES (step_id, now.kind, now.name, p->'old', now.value);
      asked := asked + 1;
      -- Whoever erased it has erased what belongs to it, too, and may have passed over what others put there since.
      INSERT INTO change (step, kind, name, before, after)
      SELECT step_id, i.kind, i.name, i.value, i.value FROM item i WHERE NOT i.gone
        AND CASE now.kind WHEN 'product' THEN i.owner = now.name ELSE i.kind = 'product_value' AND i.name LIKE '%/' || now.name END;
    END IF;
  END LOOP;

  FOR p IN SELECT e.value FROM jsonb_array_elements(patches) WITH ORDINALITY e JOIN kind ON kind.name = e.value->>'kind'
    WHERE e.value ? 'new' ORDER BY kind.rank, e.ordinality LOOP
    SELECT * INTO k FROM kind WHERE kind.name = p->>'kind';
    SELECT * INTO now FROM item i WHERE i.kind = k.name AND i.name = p->>'row';
    new := p->'new';
    base := coalesce(p->'old', '{}');
    own := coalesce(vitrine_1.owner(k.name, now.name, new), now.owner);
    IF k.is_part AND NOT is_there('product', own)
      OR k.name = 'product_value' AND NOT is_there('field', split_part(now.name, '/', 2))
      OR now.gone AND p ? 'old' AND NOT k.quiet AND k.name <> 'product_tags' THEN
      INSERT INTO question (step, kind, name, base, mine) VALUES (step_id, k.name, now.name, base, new || jsonb_strip_nulls(jsonb_build_object('add', p->'add')));
      asked := asked + 1;
      CONTINUE;
    END IF;
    -- What a variant has from its head, which machines pass on by themselves.
    head_name := NULL; said := '{}';
    IF k.name IN ('product', 'product_value', 'product_tags') THEN
      SELECT taken(i.value), i.value->>'head' INTO taken, head_name FROM item i WHERE i.kind = 'product' AND i.name = coalesce(own, now.name);
      -- What somebody says of a variant is its own, also if somebody else lets it follow meanwhile, whoever is first.
      CONTINUE WHEN k.name || ' ' || now.name = ANY (said_rows);
      IF k.name = 'product' AND new ? 'taken' THEN
        SELECT s.words, s.names INTO said, names FROM said_since(now, p, of_product->now.name) s;
        said_rows := said_rows || names;
      END IF;
    END IF;
    IF k.name = 'product_tags' THEN
      -- What was added and what was removed, each for itself.
      value := CASE WHEN now.gone THEN '{}' ELSE now.value END;
      words := merged(tags(value), tags(base), tags(new));
      clashes := differs(k.name, value, base) AND differs(k.name, value, new);
      IF head_name IS NOT NULL AND (clashes OR 'tags' = ANY (taken)) THEN
        of_head := is_of_head(of_product->row_of_head('product', head_name, ''), k.name, head_name, '', new, 'tags' = ANY (taken));
        CONTINUE WHEN clashes AND of_head;
        IF NOT of_head AND 'tags' = ANY (taken) THEN
          words := tags(new);
          PERFORM make_own(step_id, own, 'tags');
        END IF;
      END IF;
      PERFORM put(step_id, k.name, now.name, jsonb_build_object('tags', array_to_string(words, E'\n')), words = '{}');
      CONTINUE;
    END IF;
    IF now.gone THEN
      value := CASE WHEN p ? 'old' THEN now.value ELSE '{}' END || new;
      word := lower(split_part(now.name, '/', 2));
      IF k.name = 'product_value' AND word = ANY (taken) AND NOT is_of_head(of_product->row_of_head('product', head_name, ''), k.name, head_name, upper(word), new, true) THEN
        PERFORM make_own(step_id, own, word);
      END IF;
    ELSE
      value := now.value;
      FOR f IN SELECT t.whole, array_agg(t.name) AS names, max(t.name) FILTER (WHERE t.has_lines) AS text,
          bool_or(NOT k.quiet AND NOT t.last_wins AND now.value->t.name IS DISTINCT FROM nullif(base->t.name, 'null')
            AND now.value->t.name IS DISTINCT FROM nullif(new->t.name, 'null')
            -- Two may put one thing into the trash.
            AND NOT (t.name = 'deleted' AND now.value ? 'deleted' AND jsonb_typeof(new->'deleted') = 'number')) AS clashes
        FROM trait t WHERE t.kind = k.name AND new ? t.name GROUP BY t.whole LOOP
        SELECT jsonb_object_agg(e.key, e.value) INTO part FROM jsonb_each(new) e WHERE e.key = ANY (f.names);
        IF f.whole = 'taken' AND now.value->>'taken' || (base->>'taken') || (new->>'taken') IS NOT NULL THEN
          -- The fields that a variant takes from its head.
          words := merged(string_to_array(now.value->>'taken', ' '), string_to_array(base->>'taken', ' '), string_to_array(new->>'taken', ' '));
          value := value || jsonb_build_object('taken', array_to_string(ARRAY(SELECT unnest(words) ORDER BY 1), ' '));
          CONTINUE;
        END IF;
        word := CASE k.name WHEN 'product' THEN replace(f.whole, '_', '') ELSE lower(split_part(now.name, '/', 2)) END;
        CONTINUE WHEN word = ANY (said);
        IF head_name IS NOT NULL AND (f.clashes OR word = ANY (taken)) THEN
          -- What somebody says of the variant is its own, also if somebody else has let it follow meanwhile. Of what nobody
          -- has said of it the head alone is asked.
          of_head := word <> ALL (taken(p->'old')) OR word = ANY (taken(new)) OR NOT word = ANY (taken);
          IF of_head THEN of_head := is_of_head(of_product->row_of_head('product', head_name, ''), k.name, head_name, split_part(now.name, '/', 2), part, word = ANY (taken)); END IF;
          IF of_head THEN
            IF NOT f.clashes THEN value := value || part; END IF;
            CONTINUE;
          ELSIF word = ANY (taken) THEN
            value := value || part;
            IF k.name = 'product' THEN said := said || word;
            ELSE PERFORM make_own(step_id, own, word); END IF;
            CONTINUE;
          END IF;
        END IF;
        lines := NULL;
        IF f.clashes AND f.text IS NOT NULL AND (k.name <> 'product_value' OR has_paragraphs(split_part(now.name, '/', 2))) THEN
          lines := merged_lines(now.value->>f.text, base->>f.text, new->>f.text);
        END IF;
        IF lines IS NOT NULL THEN
          value := value || jsonb_build_object(f.text, lines);
        ELSIF f.clashes THEN
          INSERT INTO question (step, kind, name, field, base, mine, theirs) VALUES (step_id, k.name, now.name, f.whole,
            (SELECT jsonb_object_agg(e.key, e.value) FROM jsonb_each(base) e WHERE e.key = ANY (f.names)), part,
            (SELECT coalesce(jsonb_object_agg(e.key, e.value), '{}') FROM jsonb_each(now.value) e WHERE e.key = ANY (f.names)));
          asked := asked + 1;
        ELSE
          value := value || part;
        END IF;
      END LOOP;
      -- Whatever became of that list above.
      IF said <> '{}' THEN value := value || own_again(value, said); END IF;
    END IF;
    -- Counters add up. Nothing can be sold that is not there: then somebody has to count.
    FOR f IN SELECT e.key, e.value::bigint AS delta, t.least, t.most FROM jsonb_each_text(coalesce(p->'add', '{}')) e
      JOIN trait t ON t.kind = k.name AND t.name = e.key WHERE t.name = 'stock' LOOP
      IF NOT now.gone AND NOT value ? f.key THEN
        -- Somebody has ceased to count.
        INSERT INTO question (step, kind, name, field, mine, theirs)
        VALUES (step_id, k.name, now.name, f.key, jsonb_build_object('add', jsonb_build_object(f.key, f.delta)), '{}');
        asked := asked + 1;
        CONTINUE;
      END IF;
      total := coalesce((value->>f.key)::numeric, 0) + f.delta;
      IF total NOT BETWEEN f.least AND f.most THEN
        INSERT INTO question (step, kind, name, field, mine, theirs) VALUES (step_id, k.name, now.name, f.key,
          jsonb_build_object(f.key, total), jsonb_build_object(f.key, least(greatest(total, f.least), f.most)));
        asked := asked + 1;
      END IF;
      value := value || jsonb_build_object(f.key, least(greatest(total, f.least), f.most));
    END LOOP;
    PERFORM put(step_id, k.name, now.name, jsonb_strip_nulls(value), false);
    IF k.name = 'product' AND now.gone AND fields <> '{}' THEN
      PERFORM put(step_id, i.kind, i.name, i.value, false) FROM item i
      WHERE i.owner = now.name AND i.gone AND i.gone_by = now.gone_by AND is_withheld(fields, i.kind, i.name, i.value);
    END IF;
  END LOOP;

  FOR p IN SELECT e.value FROM jsonb_array_elements(patches) e JOIN kind ON kind.name = e.value->>'kind'
    WHERE NOT e.value ? 'new' ORDER BY kind.rank DESC, e.value->>'row' LOOP
    SELECT * INTO k FROM kind WHERE kind.name = p->>'kind';
    SELECT * INTO now FROM item i WHERE i.kind = k.name AND i.name = p->>'row';
    CONTINUE WHEN now.gone OR now.name = ANY (kept) OR now.owner = ANY (kept)
      OR k.name = 'product_value' AND split_part(now.name, '/', 2) = ANY (kept) OR k.name || ' ' || now.name = ANY (said_rows);
    IF k.name NOT IN ('product', 'field') AND NOT k.quiet AND differs(k.name, now.value, p->'old') THEN
      INSERT INTO question (step, kind, name, base, theirs) VALUES (step_id, k.name, now.name, p->'old', now.value);
      asked := asked + 1;
      CONTINUE;
    END IF;
    PERFORM put(step_id, k.name, now.name, now.value, true);
    -- What is withheld from whoever erases a product goes with it, and comes back with it.
    IF k.name = 'product' AND fields <> '{}' THEN
      PERFORM put(step_id, i.kind, i.name, i.value, true) FROM item i WHERE i.owner = now.name AND NOT i.gone AND is_withheld(fields, i.kind, i.name, i.value);
    END IF;
  END LOOP;

  PERFORM number_parts(step_id, patches);
  RETURN asked;
END $$;

-- Carries out patches, or keeps them as a question that says why not. Returns how many questions that left.
CREATE FUNCTION take_alone(step_id uuid, patches jsonb) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  RETURN take(step_id, patches);
EXCEPTION WHEN OTHERS THEN
  IF left(SQLSTATE, 2) IN ('40', '42', '53', '55', '57', '58', 'XX') THEN RAISE; END IF;
  INSERT INTO question (step, mine, field) VALUES (step_id, patches, SQLERRM);
  RETURN 1;
END $$;

-- MARK: What members may call

-- A plan that was made while there was little must not read all of it later: hence no sequential scans, nor what
-- takes their high price for much work.

-- Steps, each {"id", "command", "moment", "patches"}: carried out in this order, each wholly, each once. Of a step in which
-- something is refused, the rest is carried out patch by patch.
CREATE FUNCTION apply(steps jsonb) RETURNS TABLE (id uuid, refused text, questions integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE s jsonb; p jsonb; the_id uuid; asked integer; reason text;
BEGIN
  IF jsonb_typeof(steps) <> 'array' OR jsonb_array_length(steps) > 500 THEN RAISE 'too many steps'; END IF;
  FOR s IN SELECT e.value FROM jsonb_array_elements(steps) e LOOP
    the_id := (s->>'id')::uuid;
    INSERT INTO step (id, command, made) VALUES (the_id, left(coalesce(s->>'command', ''), 40),
      to_timestamp(least(greatest((s->>'moment')::numeric, 0), 253402300799999) / 1000)) ON CONFLICT DO NOTHING;
    IF FOUND THEN
      asked := 0; reason := NULL;
      BEGIN
        asked := take(the_id, s->'patches');
      EXCEPTION WHEN OTHERS THEN
        -- What lies in the step is an answer; what lies in the server is tried again.
        IF left(SQLSTATE, 2) IN ('40', '42', '53', '55', '57', '58', 'XX') THEN RAISE; END IF;
        reason := SQLERRM;
        asked := 0;
        IF jsonb_typeof(s->'patches') = 'array' AND jsonb_array_length(s->'patches') > 1 THEN
          FOR p IN SELECT e.value FROM jsonb_array_elements(s->'patches') WITH ORDINALITY e ORDER BY e.ordinality LOOP
            asked := asked + take_alone(the_id, jsonb_build_array(p));
          END LOOP;
        ELSE
          asked := take_alone(the_id, s->'patches');
        END IF;
      END;
      UPDATE step SET refused = reason, questions = asked WHERE step.id = the_id;
    END IF;
    RETURN QUERY SELECT step.id, step.refused, step.questions FROM step WHERE step.id = the_id;
  END LOOP;
END $$;

-- The moment of what is withheld, as if it were gone. Of what is found by itself that is none: whoever gets it keeps
-- nothing of it, also not for undo.
CREATE FUNCTION unseen(the_kind text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE the_kind WHEN 'product_value' THEN (extract(epoch FROM now()) * 1000)::bigint ELSE 0 END $$;

-- What became of rows, each ["kind", "row"]. Of those that never got in there is no moment.
CREATE FUNCTION states(names jsonb) RETURNS TABLE (kind text, name text, value jsonb, moment bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
  SELECT e.value->>0, e.value->>1, CASE WHEN NOT i.gone AND NOT w.is_so THEN i.value END,
    CASE WHEN w.is_so THEN unseen(e.value->>0) WHEN i.revision > 0 THEN (extract(epoch FROM i.moment) * 1000)::bigint END
  FROM jsonb_array_elements(names) e LEFT JOIN item i ON i.kind = e.value->>0 AND i.name = e.value->>1
    CROSS JOIN LATERAL (SELECT (SELECT withheld()) <> '{}' AND coalesce(is_withheld((SELECT withheld()), e.value->>0, e.value->>1, i.value), false) AS is_so OFFSET 0) w $$;

-- The rows that changed after a place in the feed, as they are now; whole transactions, below the oldest running one. Of
-- a value that is withheld it only tells that there is something.
-- How many are asked for is not known when the plan is made: without those two settings it may read all items for each page.
CREATE FUNCTION feed(after_x bigint, after_n bigint, most integer) RETURNS TABLE (x bigint, n bigint, kind text, name text, value jsonb, moment bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off SET enable_mergejoin = off SET enable_hashjoin = off AS $$
  SELECT c.x::text::bigint, c.n, CASE WHEN w.is_so AND i.kind = 'product_value' THEN 'withheld' ELSE i.kind END,
    CASE WHEN w.is_so AND i.kind = 'product_value' THEN '' ELSE i.name END, CASE WHEN NOT i.gone AND NOT w.is_so THEN i.value END,
    CASE WHEN w.is_so THEN unseen(i.kind) ELSE (extract(epoch FROM i.moment) * 1000)::bigint END
  FROM (SELECT * FROM change WHERE (change.x, change.n) > (after_x::text::xid8, after_n)
      AND change.x < pg_snapshot_xmin(pg_current_snapshot()) AND (change.told_to IS NULL OR change.told_to = session_user)
      ORDER BY change.x, change.n LIMIT least(most, 5000)) c
    JOIN item i ON i.kind = c.kind AND i.name = c.name
    CROSS JOIN LATERAL (SELECT (SELECT withheld()) <> '{}' AND is_withheld((SELECT withheld()), i.kind, i.name, i.value) AS is_so OFFSET 0) w
  ORDER BY c.x, c.n $$;

-- All rows, those first that others refer to, after one of them.
CREATE FUNCTION rows(after_kind text, after_name text, most integer) RETURNS TABLE (kind text, name text, value jsonb, moment bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE k record; room integer := least(most, 5000); found integer; fields text[] := withheld();
BEGIN
  FOR k IN SELECT kind.name FROM kind WHERE kind.rank >= coalesce((SELECT rank FROM kind WHERE kind.name = after_kind), 0) ORDER BY kind.rank LOOP
    RETURN QUERY SELECT i.kind, i.name::text, i.value, (extract(epoch FROM i.moment) * 1000)::bigint FROM item i
      WHERE i.kind = k.name AND NOT i.gone AND i.name > CASE WHEN k.name = after_kind THEN after_name ELSE '' END
        AND (fields = '{}' OR NOT is_withheld(fields, i.kind, i.name, i.value)) ORDER BY i.name LIMIT room;
    GET DIAGNOSTICS found = ROW_COUNT;
    room := room - found;
    EXIT WHEN room <= 0;
  END LOOP;
END $$;

CREATE FUNCTION role_of(member name) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT r FROM unnest(ARRAY['manager', 'editor', 'reader']) WITH ORDINALITY u(r, o)
  WHERE pg_has_role(member, 'vitrine_' || r, 'member') ORDER BY o LIMIT 1 $$;

-- Who this is, for whom, and from where on its feed can be read.
CREATE FUNCTION hello() RETURNS TABLE (id uuid, incarnation uuid, format integer, role text, is_elsewhere boolean, horizon bigint, newest bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
BEGIN
  INSERT INTO seen VALUES (session_user, clock_timestamp()) ON CONFLICT (member) DO UPDATE SET moment = excluded.moment;
  RETURN QUERY SELECT h.id, h.incarnation, h.format, role_of(session_user), h.place <> place(),
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint FROM hub h;
END $$;

-- Who did what to a product and what belongs to it, the newest first, before a place in the feed. What was only told
-- anew is left out. Nobody can change any of it.
CREATE FUNCTION past(product text, before_x bigint, before_n bigint, most integer)
RETURNS TABLE (x bigint, n bigint, member name, moment bigint, kind text, name text, before jsonb, after jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
  SELECT c.x::text::bigint, c.n, s.member, (extract(epoch FROM s.arrived) * 1000)::bigint, c.kind, c.name, c.before, c.after
  FROM item i JOIN change c ON c.kind = i.kind AND c.name = i.name JOIN step s ON s.id = c.step
  WHERE (i.kind = 'product' AND i.name = past.product OR i.owner = past.product) AND c.before IS DISTINCT FROM c.after
    AND (c.x, c.n) < (before_x::text::xid8, before_n)
    AND ((SELECT withheld()) = '{}' OR NOT is_withheld((SELECT withheld()), c.kind, c.name, i.value))
  ORDER BY c.x DESC, c.n DESC LIMIT least(most, 500) $$;

-- Whether it is what somebody knows: the last step that was sent, and the last change that was read, if there were any.
CREATE FUNCTION remembers(last_step uuid, last_x bigint, last_n bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
  SELECT (last_step IS NULL OR EXISTS (SELECT 1 FROM step WHERE id = last_step))
    AND (last_n < 0 OR EXISTS (SELECT 1 FROM change WHERE x = last_x::text::xid8 AND n = last_n)) $$;

-- Whether a question says nothing of what is withheld from whoever calls. Of a step that was refused, all is in it.
CREATE FUNCTION may_ask(q question) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN q.kind IS NULL THEN NOT EXISTS (
      SELECT 1 FROM jsonb_array_elements(CASE jsonb_typeof(q.mine) WHEN 'array' THEN q.mine ELSE '[]' END) e
      WHERE is_withheld(withheld(), e.value->>'kind', e.value->>'row', coalesce(e.value->'new', e.value->'old')) OR e.value->'new' ? 'cost')
    WHEN q.kind = 'field' AND q.mine ? 'cost' THEN false
    ELSE NOT is_withheld(withheld(), q.kind, q.name, coalesce(
      (SELECT i.value FROM item i WHERE i.kind = q.kind AND i.name = q.name AND i.value <> '{}'), q.mine)) END $$;

-- The questions that nobody has answered, without those about what is withheld.
CREATE FUNCTION open_questions() RETURNS SETOF question LANGUAGE sql STABLE AS $$
  SELECT q FROM question q WHERE q.answered IS NULL AND (sees_costs() OR may_ask(q)) $$;

-- The oldest, as many as are told at once: `HubQuestion.most`.
CREATE FUNCTION questions() RETURNS TABLE (id bigint, member name, arrived bigint, kind text, name text, title text, field text, mine jsonb, theirs jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
  SELECT q.id, q.member, (extract(epoch FROM q.arrived) * 1000)::bigint, q.kind, q.name,
    (SELECT i.value->>'title' FROM item i WHERE i.kind = 'product' AND i.name = CASE q.kind WHEN 'product' THEN q.name
      ELSE coalesce((SELECT o.owner FROM item o WHERE o.kind = q.kind AND o.name = q.name), q.mine->>'product') END),
    q.field, q.mine, q.theirs
  FROM open_questions() q ORDER BY q.id LIMIT 500 $$;

-- Brings back a row that went, with what went with it.
CREATE FUNCTION revive(step_id uuid, the_kind text, the_name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE lost item; f record;
BEGIN
  SELECT * INTO lost FROM item WHERE kind = the_kind AND name = the_name FOR UPDATE;
  IF lost.name IS NULL OR lost.value = '{}' THEN RETURN; END IF;
  IF lost.owner IS NOT NULL AND NOT is_there('product', lost.owner) THEN PERFORM revive(step_id, 'product', lost.owner); END IF;
  IF NOT lost.gone THEN RETURN; END IF;
  FOR f IN SELECT * FROM item WHERE gone AND ((kind = the_kind AND name = the_name)
      OR gone_by = lost.gone_by AND the_kind = 'product' AND owner = the_name
      OR gone_by = lost.gone_by AND the_kind = 'field' AND kind = 'product_value' AND name LIKE '%/' || the_name)
    ORDER BY kind, name LOOP
    PERFORM put(step_id, f.kind, f.name, f.value, false);
  END LOOP;
END $$;

-- Answers a question: what did not get in gets in, or what is there stays. False if somebody else has answered it; NULL
-- if what is there has changed since the question was asked, to something else than that: then it asks anew.
CREATE FUNCTION answer(question_id bigint, takes_mine boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE q question; now item; step_id uuid := gen_random_uuid(); patch jsonb; again integer; there jsonb; counts boolean; pieces numeric;
BEGIN
  SELECT * INTO q FROM question WHERE question.id = question_id AND answered IS NULL FOR UPDATE;
  IF NOT FOUND OR NOT sees_costs() AND NOT may_ask(q) THEN RETURN false; END IF;
  IF answer.takes_mine THEN
    IF q.kind IS NULL THEN RAISE 'what was refused cannot be taken' USING ERRCODE = 'P0002'; END IF;
    SELECT * INTO now FROM item i WHERE i.kind = q.kind AND i.name = q.name FOR UPDATE;
    counts := q.field = 'stock' AND (q.mine ? 'add' OR q.base IS NULL);
    IF q.theirs IS NOT NULL AND NOT now.gone AND counts IS NOT TRUE THEN
      SELECT coalesce(jsonb_object_agg(e.key, e.value), '{}') INTO there FROM jsonb_each(now.value) e
      WHERE q.field IS NULL OR q.theirs ? e.key OR q.mine ? e.key;
      IF q.field IS NULL AND differs(q.kind, there, q.theirs) OR q.field IS NOT NULL AND there <> q.theirs AND there <> q.mine THEN
        UPDATE question SET theirs = there WHERE question.id = question_id;
        RETURN NULL;
      END IF;
    END IF;
    INSERT INTO step (id, command, made) VALUES (step_id, 'answer', clock_timestamp());
    IF q.mine IS NULL THEN
      -- Erased after all, as it is now, with all that belongs to it.
      SELECT jsonb_agg(jsonb_build_object('kind', i.kind, 'row', i.name, 'old', i.value)) INTO patch FROM item i
      WHERE NOT i.gone AND (i.kind = q.kind AND i.name = q.name OR q.kind = 'product' AND i.owner = q.name
        OR q.kind = 'field' AND i.kind = 'product_value' AND i.name LIKE '%/' || q.name);
    ELSE
      PERFORM revive(step_id, q.kind, q.name);
      IF q.mine ? 'product' THEN PERFORM revive(step_id, 'product', q.mine->>'product'); END IF;
      IF q.kind IN ('product_tags', 'product_value') THEN PERFORM revive(step_id, 'product', split_part(q.name, '/', 1)); END IF;
      IF q.kind = 'product_value' THEN PERFORM revive(step_id, 'field', split_part(q.name, '/', 2)); END IF;
      SELECT * INTO now FROM item i WHERE i.kind = q.kind AND i.name = q.name;
      patch := jsonb_build_object('kind', q.kind, 'row', q.name, 'new', q.mine - 'add');
      IF counts THEN
        -- So much more or less than could be, of what is there now: others have counted on since.
        pieces := coalesce((q.mine->'add'->>'stock')::numeric, (q.mine->>'stock')::numeric - (q.theirs->>'stock')::numeric);
        patch := patch || jsonb_build_object('new', jsonb_build_object('stock',
          (SELECT least(greatest(coalesce((now.value->>'stock')::numeric, 0) + pieces, t.least), t.most) FROM trait t WHERE t.kind = q.kind AND t.name = 'stock')));
      ELSIF q.mine ? 'add' THEN
        patch := patch || jsonb_build_object('add', q.mine->'add');
      END IF;
      IF NOT now.gone THEN patch := patch || jsonb_build_object('old', now.value); END IF;
      patch := jsonb_build_array(patch);
    END IF;
    again := take(step_id, coalesce(patch, '[]'));
    UPDATE step SET questions = again WHERE step.id = step_id;
  END IF;
  UPDATE question SET answered = clock_timestamp(), answered_by = session_user, takes_mine = answer.takes_mine WHERE question.id = question_id;
  RETURN true;
END $$;

CREATE FUNCTION lacking_pictures(names text[]) RETURNS TABLE (name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
  SELECT n FROM unnest(names) n WHERE NOT EXISTS (SELECT 1 FROM picture p WHERE p.name = n AND p.part < 0) $$;

-- A picture comes in parts, 0, 1, 2, …; its last one is numbered below zero and tells how many came before it.
CREATE FUNCTION keep_picture(the_name text, the_part integer, the_bytes bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
BEGIN
  IF the_name !~ '^[0-9a-f]{64}\.[a-z0-9]{1,8}$' OR octet_length(the_bytes) > 1048576 OR abs(the_part) > 200 THEN RAISE 'not a picture'; END IF;
  INSERT INTO picture VALUES (the_name, the_part, the_bytes) ON CONFLICT DO NOTHING;
  -- One that is not what its name says is nobody's: the next machine that has it sends it anew.
  IF the_part < 0 AND left(the_name, 64) <> (
    SELECT encode(sha256(string_agg(bytes, '' ORDER BY part < 0, part)), 'hex') FROM picture WHERE name = the_name) THEN
    DELETE FROM picture WHERE name = the_name;
  END IF;
END $$;

CREATE FUNCTION blob(the_name text, the_part integer) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
  SELECT bytes FROM picture WHERE name = the_name AND part = CASE WHEN EXISTS (
    SELECT 1 FROM picture WHERE name = the_name AND part = -1 - the_part) THEN -1 - the_part ELSE the_part END $$;

-- Says what is on the screen of a machine, and tells what is on those of the others.
CREATE FUNCTION here(the_token uuid, the_machine text, now_shown text[], now_edited text[])
RETURNS TABLE (token uuid, member name, machine text, shown text[], edited text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
BEGIN
  DELETE FROM here WHERE ctid IN (SELECT ctid FROM here WHERE moment < clock_timestamp() - interval '1 min' FOR UPDATE SKIP LOCKED);
  -- Nobody speaks for somebody else.
  INSERT INTO here AS h VALUES (the_token, pg_backend_pid(), session_user, left(the_machine, 60), now_shown[1:20], now_edited[1:20], clock_timestamp())
  ON CONFLICT (token) DO UPDATE SET (pid, machine, shown, edited, moment) = (excluded.pid, excluded.machine, excluded.shown, excluded.edited, excluded.moment)
  WHERE h.member = session_user;
  RETURN QUERY SELECT h.token, h.member, h.machine, h.shown, h.edited FROM here h
  WHERE h.token <> the_token AND h.moment > clock_timestamp() - interval '40 s'
    AND EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.pid = h.pid AND a.usename = h.member)
  ORDER BY h.member, h.machine, h.token LIMIT 200;
END $$;

-- `the_place` tells machines of the same member apart: one's own desk is not handed back.
CREATE FUNCTION hand_over(the_id uuid, the_place text, to_member name, the_title text, the_content bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = vitrine_1, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = to_member) OR role_of(to_member) IS NULL THEN
    RAISE 'no such member' USING ERRCODE = 'P0002';
  END IF;
  IF octet_length(the_content) > 1048576 OR length(the_title) > 1000 OR length(the_place) > 64
    OR (SELECT count(*) FROM handed WHERE sender = session_user) >= 100 THEN
    RAISE 'too much is under way' USING ERRCODE = '54000';
  END IF;
  -- Sent again, because the answer was lost, it is one all the same.
  INSERT INTO handed VALUES (the_id, session_user, the_place, to_member, the_title, the_content) ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION handed(the_place text) RETURNS TABLE (id uuid, sender name, title text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = vitrine_1, pg_temp AS $$
  SELECT id, sender, title FROM handed WHERE recipient = session_user AND (sender, place) <> (session_user, the_place) ORDER BY moment LIMIT 20 $$;

CREATE FUNCTION handed_desk(the_id uuid) RETURNS bytea LANGUAGE sql STABLE SECURITY DEFINER SET search_path = vitrine_1, pg_temp AS $$
  SELECT content FROM handed WHERE id = the_id AND recipient = session_user $$;

CREATE FUNCTION end_handed(the_id uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = vitrine_1, pg_temp AS $$
  DELETE FROM handed WHERE id = the_id AND recipient = session_user $$;

CREATE FUNCTION status() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
  SELECT jsonb_build_object(
    'edition', (SELECT edition FROM hub), 'products', (SELECT count(*) FROM item WHERE kind = 'product' AND NOT gone), 'steps', (SELECT count(*) FROM step),
    'questions', (SELECT count(*) FROM open_questions()), 'bytes', pg_database_size(current_database()),
    'waits', (SELECT jsonb_build_object('pid', a.pid, 'user', a.usename, 'seconds', extract(epoch FROM clock_timestamp() - a.xact_start)::integer)
      FROM pg_stat_activity a WHERE a.backend_xid IS NOT NULL AND a.datname = current_database() AND a.pid <> pg_backend_pid()
        AND a.xact_start < clock_timestamp() - interval '2 s' ORDER BY a.xact_start LIMIT 1),
    'members', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', m.rolname, 'role', role_of(m.rolname), 'costs', sees_costs(m.rolname), 'seen', (extract(epoch FROM s.moment))::bigint) ORDER BY m.rolname), '[]')
      FROM pg_roles m LEFT JOIN seen s ON s.member = m.rolname WHERE m.rolcanlogin AND role_of(m.rolname) IS NOT NULL
        AND (has_database_privilege(m.oid, current_database(), 'CONNECT')))) $$;

-- Somebody who is a member already keeps the right to see what costs, or stays without it, if `costs` does not say.
CREATE FUNCTION add_member(the_name name, the_role text, verifier text, costs boolean DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
DECLARE step_id uuid := gen_random_uuid(); saw boolean; is_new boolean := NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = the_name AND role_of(rolname) IS NOT NULL);
BEGIN
  -- Whoever does not see it lets nobody else, and takes over nobody's name who does.
  IF NOT sees_costs() THEN
    IF costs OR NOT is_new AND sees_costs(the_name) THEN RAISE 'no right to see what costs' USING ERRCODE = '42501'; END IF;
    costs := false;
  END IF;
  IF the_role NOT IN ('reader', 'editor', 'manager') THEN RAISE 'no such role' USING ERRCODE = '22023'; END IF;
  -- A password comes scrambled, so that it is in no log.
  IF verifier IS NOT NULL AND verifier !~ '^SCRAM-SHA-256\$' THEN RAISE 'not a scrambled password' USING ERRCODE = '22023'; END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = the_name) THEN EXECUTE format('CREATE ROLE %I', the_name);
  -- Only who was made a member here: the owner, the groups and whoever else the server knows are none of its business.
  ELSIF the_name = current_user OR the_name LIKE 'vitrine\_%' OR role_of(the_name) IS NULL
    OR NOT has_database_privilege(the_name, current_database(), 'CONNECT')
    OR EXISTS (SELECT 1 FROM pg_roles WHERE rolname = the_name AND (rolsuper OR rolcreaterole)) THEN
    RAISE 'a role of this name is there already' USING ERRCODE = '42710';
  END IF;
  EXECUTE format('REVOKE vitrine_reader, vitrine_editor, vitrine_manager FROM %I', the_name);
  EXECUTE format('GRANT %I TO %I', 'vitrine_' || the_role, the_name);
  EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', the_name, verifier);
  EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = ''10s''', the_name);
  EXECUTE format('ALTER ROLE %I SET statement_timeout = ''60s''', the_name);
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), the_name);
  saw := sees_costs(the_name);
  IF costs <> saw THEN
    IF costs THEN DELETE FROM without_costs WHERE member = the_name; ELSE INSERT INTO without_costs VALUES (the_name); END IF;
    IF EXISTS (SELECT 1 FROM item WHERE kind = 'field' AND value ? 'cost') THEN
      INSERT INTO step (id, command, made) VALUES (step_id, 'member', clock_timestamp());
      PERFORM tell_again(step_id, NULL, costs, the_name);
      -- The others pass over that once.
      PERFORM tell_again(step_id, NULL, false, NULL);
    END IF;
  END IF;
END $$;

CREATE FUNCTION remove_member(the_name name) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = vitrine_1, pg_temp SET enable_seqscan = off SET jit = off AS $$
BEGIN
  IF role_of(the_name) IS NULL OR EXISTS (SELECT 1 FROM pg_roles WHERE rolname = the_name AND (rolsuper OR rolname = current_user)) THEN
    RAISE 'no such member' USING ERRCODE = 'P0002';
  END IF;
  DELETE FROM handed WHERE recipient = the_name;
  DELETE FROM without_costs WHERE member = the_name;
  EXECUTE format('ALTER ROLE %I NOLOGIN', the_name);
  EXECUTE format('REVOKE vitrine_reader, vitrine_editor, vitrine_manager FROM %I', the_name);
  EXECUTE format('REVOKE CONNECT ON DATABASE %I FROM %I', current_database(), the_name);
  BEGIN
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = the_name AND datname = current_database();
  -- An owner that is no superuser may not end the sessions of others: it has no rights any more.
  EXCEPTION WHEN insufficient_privilege THEN NULL;
  END;
  -- So that it can be made again. One that has something of its own in this server stays, and cannot log in.
  BEGIN
    EXECUTE format('DROP ROLE %I', the_name);
  EXCEPTION WHEN dependent_objects_still_exist OR insufficient_privilege THEN NULL;
  END;
END $$;

-- After a dump was read in elsewhere: the feed begins anew, and every machine has to join again. The numbers of
-- transactions begin anew in every cluster: what was done before stays, as older than all that comes.
CREATE FUNCTION restored() RETURNS void LANGUAGE plpgsql AS $$
DECLARE m name;
BEGIN
  -- Whoever was a member here may come in again. Those of another server are made anew.
  FOR m IN SELECT s.member FROM vitrine_1.seen s JOIN pg_roles r ON r.rolname = s.member, vitrine_1.hub h
    WHERE r.rolcanlogin AND vitrine_1.role_of(s.member) IS NOT NULL AND split_part(h.place, '/', 1) = split_part(vitrine_1.place(), '/', 1) LOOP
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), m);
  END LOOP;
  UPDATE vitrine_1.change SET x = '0';
  UPDATE vitrine_1.hub SET incarnation = gen_random_uuid(), place = vitrine_1.place();
END $$;

-- MARK: Groups

DO $$
DECLARE r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['vitrine_reader', 'vitrine_editor', 'vitrine_manager'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = r) THEN EXECUTE format('CREATE ROLE %I NOLOGIN', r); END IF;
  END LOOP;
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN EXECUTE format('GRANT vitrine_manager TO %I', current_user); END IF;
  EXECUTE format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', current_database());
END $$;

-- MARK: Rights

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA vitrine_1 FROM PUBLIC;
GRANT USAGE ON SCHEMA vitrine_1 TO vitrine_reader, vitrine_editor, vitrine_manager;
GRANT EXECUTE ON FUNCTION hello, here, hand_over, handed, handed_desk, end_handed, remembers, states, feed, rows, blob, questions, past, status TO vitrine_reader, vitrine_editor, vitrine_manager;
GRANT EXECUTE ON FUNCTION apply, answer, keep_picture, lacking_pictures TO vitrine_editor, vitrine_manager;
GRANT EXECUTE ON FUNCTION add_member, remove_member TO vitrine_manager;

-- For reports: every kind as a table. Nobody may read them whom the owner does not let. What costs is in one of its own, and in
-- no other. Columns that came later are behind those that were there.
DO $$
DECLARE k record; columns text; costs text := $sql$ SELECT 1 FROM vitrine_1.item f WHERE f.kind = 'field' AND f.value ? 'cost' AND $sql$;
BEGIN
  FOR k IN SELECT name, name AS kind, CASE name WHEN 'product_value' THEN format('NOT EXISTS (%s f.name = split_part(i.name, %L, 2))', costs, '/')
      WHEN 'template' THEN format('NOT EXISTS (%s strpos(lower(i.value->>%L), lower(%L || f.name || %L)) > 0)', costs, 'content', '"', '":')
      WHEN 'source_row' THEN format('NOT EXISTS (%s EXISTS (SELECT 1 FROM vitrine_1.change c WHERE c.kind = f.kind AND c.name = f.name'
        || ' AND strpos(lower(i.value->>%L), lower(chr(31) || (c.after->>%L) || chr(30))) > 0))', costs, 'content', 'name') ELSE 'true' END AS which FROM vitrine_1.kind
    UNION SELECT 'product_cost', 'product_value', format('EXISTS (%s f.name = split_part(i.name, %L, 2))', costs, '/') LOOP
    SELECT string_agg(format('%s AS %I', c.value, c.name), ', ' ORDER BY a.attnum, c.place, c.name) INTO columns FROM (
      SELECT t.name::text, CASE type WHEN 'number' THEN format('(i.value->>%L)::bigint', t.name) ELSE format('i.value->>%L', t.name) END AS value, 1 AS place FROM vitrine_1.trait t WHERE t.kind = k.kind
      UNION VALUES ('id', 'i.name', 0), ('revision', 'i.revision', 2), ('moment', 'i.moment', 3)) c
      LEFT JOIN pg_attribute a ON a.attrelid = to_regclass(format('vitrine.%I', k.name)) AND a.attname = c.name;
    EXECUTE format('CREATE OR REPLACE VIEW vitrine.%I WITH (security_barrier) AS SELECT %s FROM vitrine_1.item i WHERE i.kind = %L AND NOT i.gone AND %s', k.name, columns, k.kind, k.which);
  END LOOP;
END $$;
