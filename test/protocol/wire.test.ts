import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timestampMs, type Timestamp } from '#protocol/activity.ts';
import { toErrorBody } from '#protocol/error-body.ts';
import { errorBodyOn, toPublished, webhookNamesOn } from '#protocol/wire.ts';

describe('an answer in the published form', () => {
  it('has times of records as seconds and nanos, in decimal text', () => {
    expect(
      toPublished({ createdAt: '2026-01-02T03:04:05.678Z', updatedAt: '2025-04-23T04:45:55.000Z' }),
    ).toEqual({
      createdAt: { seconds: '1767323045', nanos: '678000000' },
      updatedAt: { seconds: '1745383555', nanos: '0' },
    });
  });

  it('names the same moment (property)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }), (ms) => {
        const { createdAt } = toPublished({ createdAt: new Date(ms).toISOString() }) as {
          createdAt: Timestamp;
        };
        expect(timestampMs(createdAt)).toBe(ms);
      }),
    );
  });

  it('attack: what a request said in these names is given back as it was said', () => {
    const text = '2026-01-02T03:04:05.678Z';
    const intent = {
      createUsersIntent: { createdAt: text, serviceErrorCode: text, users: [{ updatedAt: text }] },
    };
    const activity = { intent, rules: [{ createdAt: text }], votes: [{ message: text, createdAt: text }] };
    expect(toPublished({ activity })).toEqual({
      activity: {
        ...{ intent, rules: [{ createdAt: text }] },
        votes: [{ message: text, createdAt: { seconds: '1767323045', nanos: '678000000' } }],
      },
    });
  });

  it('leaves everything else as it is, names and their order as well (property)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/"(?:createdAt|updatedAt|serviceErrorCode)":/.test(text));
        expect(JSON.stringify(toPublished(JSON.parse(text)))).toBe(text);
      }),
    );
  });

  it.each([
    '',
    'soon',
    '2026-13-02T03:04:05.678Z',
    '2026-01-02',
    '1767323045',
    '+012026-01-02T03:04:05.678Z',
  ])('leaves the text "%s" in the place of a time as it is', (text) => {
    expect(toPublished({ createdAt: text })).toEqual({ createdAt: text });
  });
});

describe('an error in the published form', () => {
  const body = toErrorBody('INVALID_ARGUMENT', 'REQUEST_INVALID', 'bad request body', [
    { field: 'userId', description: 'is not a UUID' },
  ]);

  it('has the published name of the code, in the body and in its detail, and the neutral one nowhere', () => {
    expect(errorBodyOn('published', body)).toEqual({
      ...{ code: 3, message: 'bad request body', turnkeyErrorCode: 'REQUEST_INVALID' },
      details: [
        {
          '@type': 'type.googleapis.com/errors.v1.TurnkeyErrorDetail',
          turnkeyErrorCode: 'REQUEST_INVALID',
        },
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field: 'userId', description: 'is not a UUID' }],
        },
      ],
    });
    expect(errorBodyOn('neutral', body)).toBe(body);
  });

  it('says UNSPECIFIED where the published list has no code', () => {
    const { code, turnkeyErrorCode, details } = errorBodyOn(
      'published',
      toErrorBody('NOT_FOUND', 'NOT_FOUND', 'no such thing'),
    ) as Record<string, unknown>;
    expect([code, turnkeyErrorCode, JSON.stringify(details)]).toEqual([
      5,
      'UNSPECIFIED',
      expect.not.stringContaining('NOT_FOUND') as string,
    ]);
  });
});

it('names webhook headers and members of keys in the published form', () => {
  expect(
    Object.values<string>({ ...webhookNamesOn('published') }).every((name) => /turnkey/i.test(name)),
  ).toBe(true);
  expect(Object.values<string>({ ...webhookNamesOn('neutral') }).some((name) => /turnkey/i.test(name))).toBe(
    false,
  );
});
