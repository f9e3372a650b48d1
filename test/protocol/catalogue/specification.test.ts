import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue, operationByPath, operationByType } from '#protocol/catalogue/catalogue.ts';
import { pathOf, submitBody, submitEnvelope } from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';

const folder = join(import.meta.dirname, '../../../../shared/spec');
const specification = existsSync(folder)
  ? readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n')
  : undefined;

/** The paragraph that the specification gives an operation, from its bold name to the next one. */
function paragraphOf(path: string): string | undefined {
  return new RegExp(`^\\*\\*${path}\\*\\* — [^]*?(?=^\\*\\*|^#)`, 'm').exec(specification ?? '')?.[0];
}

describe('the catalogue', () => {
  it('names every operation once', () => {
    expect(new Set(catalogue.map((operation) => operation.path)).size).toBe(catalogue.length);
    for (const operation of catalogue) {
      expect(operationByPath(operation.path)).toBe(operation);
      if (operation.kind === 'submit') expect(operationByType(operation.type)).toBe(operation);
    }
  });

  it('builds paths and bodies in the published order', () => {
    expect(pathOf(signTransaction)).toBe('/public/v1/submit/sign_transaction');
    const body = submitBody(signTransaction, 'org', 1_746_736_509_954, {
      signWith: 'a',
      unsignedTransaction: '00',
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });
    expect(body).toBe(
      '{"type":"ACTIVITY_TYPE_SIGN_TRANSACTION_V2","timestampMs":"1746736509954","organizationId":"org","parameters":{"signWith":"a","unsignedTransaction":"00","type":"TRANSACTION_TYPE_ETHEREUM"}}',
    );
    expect(submitEnvelope.parse(JSON.parse(body)).organizationId).toBe('org');
  });

  // The specification lies beside the repository where the project is developed; elsewhere there is nothing to compare with.
  describe.skipIf(specification === undefined)('against the specification', () => {
    const specified = catalogue.filter(
      (operation) => operation.kind === 'submit' && paragraphOf(operation.path) !== undefined,
    );

    it('has every submit operation of it', () => {
      const paths = [...(specification ?? '').matchAll(/^\*\*(\w+)\*\* — type /gm)].map(([, path]) => path);
      expect(paths).toHaveLength(19);
      expect(specified.map((operation) => operation.path).sort()).toEqual(paths.sort());
    });

    it.each(specified.map((operation) => [operation.path, operation] as const))(
      '%s says what it says',
      (path, operation) => {
        const paragraph = paragraphOf(path) ?? '';
        if (operation.kind !== 'submit') throw new Error('a submit operation');
        // The one result that the specification does not show is published (OPERATIONS.md).
        const result = paragraph.includes('result member and fields: not shown') ? [] : [operation.result];
        for (const word of [operation.type, operation.intent, ...result])
          expect(paragraph).toContain(`\`${word}\``);
        const enumerated = JSON.stringify(paragraph.match(/`[A-Z0-9_]+`/g)?.slice(1));
        for (const value of JSON.stringify(operation.parameters.toJSONSchema()).match(
          /"(?:API_KEY_CURVE|TRANSACTION_TYPE)_[A-Z0-9_]+"/g,
        ) ?? []) {
          expect(enumerated).toContain(value.slice(1, -1));
        }
      },
    );
  });
});
