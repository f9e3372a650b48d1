import type { Outcome } from '#preload/contract/requests.ts';
import { importSecrets, initImportSecrets } from '#protocol/catalogue/secrets.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { Fact } from '#chains/model/decoded.ts';
import type { StoredRequest } from '../../storage/request-groups.ts';
import type { PurposeParts, GroupDescription } from '../request-groups/module.ts';
import { NOTHING_EXPECTED } from '../previews/module.ts';
import { secretImportError } from './errors.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';

const importWarning = defineWarnings({
  PROPERTIES_PERMANENT: [
    'notice',
    'Static properties are permanent',
    '{secrets} will have properties that policies can use and nobody can change.',
  ],
});

/** Takes what came of one request of an import. */
export type OnSettled = (
  id: string,
  request: Pick<StoredRequest, 'position' | 'body'>,
  outcome: Outcome,
) => void;

/** What was gathered and isn’t imported, for the approvals. */
export interface GatheredSecrets {
  leftOut: number;
}

const plural = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** The first step of an import: keys of one use to seal to. */
export const targetsPurpose = (onSettled: OnSettled, gathered: Readonly<GatheredSecrets>): PurposeParts => ({
  describe: () => describeTargets(gathered),
  open: (set) => Promise.resolve(sinkOf(set.id, onSettled)),
});

/** The second step: the sealed values. */
export const secretsPurpose = (onSettled: OnSettled, gathered: Readonly<GatheredSecrets>): PurposeParts => ({
  describe: () => describeSecrets(gathered),
  open: (set) => Promise.resolve(sinkOf(set.id, onSettled)),
});

const sinkOf = (id: string, onSettled: OnSettled) => ({
  settled: (request: Pick<StoredRequest, 'position' | 'body'>, outcome: Outcome) => {
    onSettled(id, request, outcome);
    return Promise.resolve();
  },
  close: () => Promise.resolve(),
});

// What is stored must not turn into something else between two runs of the console.
function requireOperation(given: SubmitOperation, expected: SubmitOperation): void {
  if (given === expected) return;
  throw secretImportError('SET_CHANGED', { given: given.path, expected: expected.path });
}

const leftOutFacts = ({ leftOut }: Readonly<GatheredSecrets>): Fact[] =>
  leftOut === 0
    ? []
    : [{ label: 'Left out', value: `${plural(leftOut, 'secret')} that can’t be imported`, kind: 'text' }];

function describeTargets(gathered: Readonly<GatheredSecrets>): GroupDescription {
  let keys = 0;
  return {
    add: (operation, parameters) => {
      requireOperation(operation, initImportSecrets);
      keys += initImportSecrets.parameters.parse(parameters).numSecrets;
      return Promise.resolve(NOTHING_EXPECTED);
    },
    end: () => ({
      effect: initImportSecrets.effect,
      summary: initImportSecrets.summary,
      sentence: [
        {
          kind: 'text',
          value: `Ask for ${plural(keys, 'key')} of one use, to seal the secrets of an import to.`,
        },
      ],
      facts: [
        { label: 'Secrets', value: keys.toLocaleString('en'), kind: 'number' },
        ...leftOutFacts(gathered),
      ],
      warnings: [],
    }),
  };
}

function describeSecrets(gathered: Readonly<GatheredSecrets>): GroupDescription {
  const facts: Fact[] = [];
  let withProperties = 0;
  return {
    add: (operation, parameters) => {
      requireOperation(operation, importSecrets);
      for (const { name, staticProperties } of importSecrets.parameters.parse(parameters).secrets) {
        const properties = staticProperties ?? [];
        if (properties.length > 0) withProperties += 1;
        const note = properties.map(({ key, value }) => `${key ?? ''} = ${value ?? ''}`).join(', ');
        facts.push({
          label: `Secret ${facts.length + 1}`,
          value: name ?? 'without a name',
          kind: 'text',
          ...(note === '' ? {} : { note }),
        });
      }
      return Promise.resolve(NOTHING_EXPECTED);
    },
    end: () => ({
      effect: importSecrets.effect,
      summary: importSecrets.summary,
      sentence: [{ kind: 'text', value: `Import ${plural(facts.length, 'secret')} into the organization.` }],
      facts: [...leftOutFacts(gathered), ...facts],
      warnings:
        withProperties === 0
          ? []
          : [importWarning('PROPERTIES_PERMANENT', { secrets: plural(withProperties, 'secret') })],
    }),
  };
}
