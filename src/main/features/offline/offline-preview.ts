import type { ClaimedTable } from '#chains/model/chain.ts';
import {
  type DecodedTransaction,
  type Fact,
  type RecognisedAction,
  type Warning,
  sentenceText,
} from '#chains/model/decoded.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { OfflineRequest } from '#protocol/offline/offline-files.ts';
import { offlineWarning } from './errors.ts';
import { warningsOfAdded } from './lookup-tables.ts';

const FROM_FILE = 'From the file, not verified';

const keyOf = ({ label, value }: Pick<Fact, 'label' | 'value'>): string => JSON.stringify([label, value]);

const factsOfActions = (actions: readonly RecognisedAction[]): Fact[] =>
  actions.flatMap(({ facts, actions: inner }) => [...facts, ...factsOfActions(inner)]);
const titlesOf = (actions: readonly RecognisedAction[]): string[] =>
  actions.flatMap(({ title, actions: inner }) => [title, ...titlesOf(inner)]);

/** Everything that a preview says as a fact, the steps of its transaction among them. */
function factsOf({ facts, reading }: Preview): Fact[] {
  if (reading === null) return facts;
  return [...facts, ...reading.facts, ...reading.raw, ...factsOfActions(reading.actions)];
}

/** Marks what only the file says. */
interface Marker {
  readonly fact: (fact: Fact) => Fact;
  readonly action: (action: RecognisedAction) => RecognisedAction;
}

function markerOf(alone: Preview): Marker {
  const known = new Set(factsOf(alone).map(keyOf));
  const titles = new Set(titlesOf(alone.reading?.actions ?? []));
  const fact = (each: Fact): Fact =>
    known.has(keyOf(each))
      ? each
      : { ...each, note: each.note === undefined ? FROM_FILE : `${each.note}. ${FROM_FILE}` };
  const action = ({ title, facts, actions, ...rest }: RecognisedAction): RecognisedAction => ({
    ...rest,
    title: titles.has(title) ? title : `${title} (${FROM_FILE.toLowerCase()})`,
    facts: facts.map(fact),
    actions: actions.map(action),
  });
  return { fact, action };
}

function mergedReading(
  alone: DecodedTransaction | null,
  shown: DecodedTransaction | null,
  { fact, action }: Marker,
): DecodedTransaction | null {
  if (shown === null) return alone;
  const { totals } = shown;
  const isCountedByFile = JSON.stringify(totals) !== JSON.stringify(alone?.totals);
  return {
    ...shown,
    facts: shown.facts.map(fact),
    raw: shown.raw.map(fact),
    actions: shown.actions.map(action),
    // A file can make nothing readable that this console cannot read by itself.
    blind: shown.blind || alone?.blind === true,
    ...(totals === undefined || !isCountedByFile
      ? {}
      : {
          totals: { ...totals, notes: [...totals.notes, 'Which addresses are yours, only the file says.'] },
        }),
  };
}

/** Names that the file brought, of what the body mentions: as facts of their own, never in the place of what they name. */
export const namesIn = ({ body, untrusted }: OfflineRequest): Fact[] => {
  const text = fromUtf8(body, 'body').toLowerCase();
  return untrusted.names
    .filter(({ of }) => text.includes(of.toLowerCase()))
    .map(({ of, name }) => ({
      label: `Name of ${revealInvisible(of)}`,
      value: `“${revealInvisible(name)}”`,
      kind: 'text',
      note: FROM_FILE,
    }));
};

/** What a file brought, counted, in words; empty where it brought nothing. */
const saidBy = ({
  abis,
  descriptors,
  names,
  records,
  lookupTables = [],
}: OfflineRequest['untrusted']): string =>
  [
    [abis.length, 'ABI', 'ABIs'] as const,
    [descriptors.length, 'descriptor', 'descriptors'] as const,
    [lookupTables.length, 'lookup table', 'lookup tables'] as const,
    [names.length, 'name', 'names'] as const,
    [records.length, 'answer of the service', 'answers of the service'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
    .join(', ');

/** What asks a person again weighs most: a file can take that away from no request. */
export const WEIGHT = { read: 0, write: 1, sign: 2, export: 3, destroy: 4 } as const;

/**
 * One preview out of two readings of the same body: what is shown with the file's help, with the warnings of both, and a note
 * at each fact that the file alone gives. Its sentence is this console's own.
 * @param alone what this console reads by itself
 * @param shown what it reads with what the file brought
 * @param tables lookup tables that the operator added here
 */
export function mergedPreview(
  alone: Preview,
  shown: Preview,
  request: OfflineRequest,
  tables: readonly ClaimedTable[],
): Preview {
  const marker = markerOf(alone);
  const brought = saidBy(request.untrusted);
  const said = new Set(shown.warnings.map((each) => JSON.stringify(each)));
  const warnings: Warning[] = [
    ...(brought === '' ? [] : [offlineWarning('OFFLINE_UNVERIFIED', { what: brought })]),
    ...warningsOfAdded(request.untrusted, tables),
    ...alone.warnings.filter((each) => !said.has(JSON.stringify(each))),
    ...shown.warnings,
  ];
  const own = sentenceText(alone.sentence);
  const facts: Fact[] = [
    ...(own === sentenceText(shown.sentence)
      ? []
      : [
          {
            label: 'In the file’s own words',
            value: sentenceText(shown.sentence),
            kind: 'text' as const,
            note: FROM_FILE,
          },
        ]),
    ...shown.facts.map(marker.fact),
    ...namesIn(request),
  ];
  const isVerified = alone.verifiesUser === true || shown.verifiesUser === true;
  const merged: Preview = {
    ...shown,
    // What stands first is what this console reads by itself: a name of the file could say anything there.
    sentence: alone.sentence,
    ...(isVerified ? { verifiesUser: true as const } : {}),
    effect: WEIGHT[alone.effect] > WEIGHT[shown.effect] ? alone.effect : shown.effect,
    facts,
    warnings,
    // Who voted, and what else waits, is the file's word alone.
    pending: [],
    reading: mergedReading(alone.reading, shown.reading, marker),
  };
  if (alone.vote === undefined) delete merged.vote;
  else merged.vote = alone.vote;
  return merged;
}
