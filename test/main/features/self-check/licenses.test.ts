import { expect, it } from 'vitest';
import fc from 'fast-check';
import { parseLicenses } from '#main/features/self-check/module.ts';
import { licensesText } from '#scripts/licenses.mjs';

const line = '-'.repeat(80);

it('reads back what the licenses’ script wrote', () => {
  const packages = [
    { name: '@scope/one', version: '1.0.0', license: 'MIT', text: 'Permission is hereby granted' },
    { name: 'two', version: '2.0.0-beta.1', license: 'ISC', text: `Part A\n\n${line}\nPart B, after dashes` },
    { name: 'three', version: '3.0.0', license: 'BSD-3-Clause', text: 'Redistribution' },
  ];
  expect(parseLicenses(licensesText(packages))).toEqual(packages);
});

it('reads any text without an error, and gives every package a name', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constant(`\n\n${line}\n`), fc.constant('a 1\nLicense: MIT\n\n'))),
      (parts) => {
        for (const { name } of parseLicenses(parts.join(''))) expect(name).not.toBe('');
      },
    ),
  );
});
