import { expect, it } from 'vitest';
import type { RecognisedAction } from '#chains/model/decoded.ts';
import { stepsOf } from '#renderer/features/requests/steps-of.ts';

const action = (title: string, actions: RecognisedAction[] = []): RecognisedAction => ({
  id: title,
  title,
  facts: [],
  actions,
});
const titles = (actions: RecognisedAction[]): string[] => stepsOf(actions).map((step) => step.title);

it('lists the calls of a batch, all of several actions, and nothing of one alone', () => {
  expect(titles([action('batch', [action('transfer'), action('approve')])])).toEqual(['transfer', 'approve']);
  expect(titles([action('call'), action('delegate')])).toEqual(['call', 'delegate']);
  expect(titles([action('transfer')])).toEqual([]);
  expect(titles([])).toEqual([]);
});
