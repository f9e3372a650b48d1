import { beforeEach, describe, expect, it } from 'vitest';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { detailBeside, loadDetail, useDetail } from '#renderer/features/activities/detail-store.ts';
import { FakeConsole } from '../../fake-console.ts';
import { activityRows, detailOf } from '../../fake-data.ts';

const first = activityRows[0]?.id ?? '';
const second = activityRows[1]?.id ?? '';
let fake: FakeConsole;

beforeEach(() => {
  fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
  useDetail.setState({ state: 'none' }, true);
});

describe('the activity in full', () => {
  it('is loaded', async () => {
    const loading = loadDetail(first);
    expect(useDetail.getState()).toEqual({ state: 'loading', id: first });
    await loading;
    expect(useDetail.getState()).toMatchObject({ state: 'ready', id: first });
  });

  it('stays in sight while it is loaded again', async () => {
    await loadDetail(first);
    const again = loadDetail(first);
    expect(useDetail.getState().state).toBe('ready');
    await again;
  });

  it('is the one that was chosen last, whichever answers last', async () => {
    const answers = new Map<string, () => void>();
    fake.overrides.set('activities.get', (input) => {
      const { id } = input as { id: string };
      const row = activityRows.find((each) => each.id === id);
      return new Promise((resolve) => answers.set(id, () => resolve(row && detailOf(row))));
    });
    const slow = loadDetail(first);
    const quick = loadDetail(second);
    answers.get(second)?.();
    answers.get(first)?.();
    await Promise.all([slow, quick]);
    expect(useDetail.getState()).toMatchObject({ state: 'ready', id: second });
  });

  it('stands beside its own row alone', async () => {
    await loadDetail(first);
    const loaded = useDetail.getState();
    expect(detailBeside(loaded, first)).toBe(loaded);
    expect(detailBeside(loaded, second)).toEqual({ state: 'loading', id: second });
    expect(detailBeside(loaded, null)).toEqual({ state: 'none' });
  });

  it('says why it is not there', async () => {
    await loadDetail('unknown');
    expect(useDetail.getState()).toMatchObject({
      state: 'failed',
      id: 'unknown',
      error: { code: 'NOT_FOUND' },
    });
  });
});
