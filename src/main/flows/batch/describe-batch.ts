import type { Clock } from '../../clock.ts';
import { previewMakerOf } from '../previews/maker-of.ts';
import type { PreviewReads } from '../previews/preview-maker.ts';
import type { SetDescription } from '../sets/set-purpose.ts';
import { BatchTally } from './batch-tally.ts';
import { batchWords } from './batch-words.ts';
import { createBreath } from './breathe.ts';

/** Reads each request of a batch as its own preview would, and adds them up. */
export function describeBatch(reads: PreviewReads, clock: Clock): SetDescription {
  const tally = new BatchTally();
  const breathe = createBreath();
  return {
    add: async (operation, parameters, { line, position }) => {
      const parts = await previewMakerOf(operation)(parameters, { operation, ...reads });
      tally.add(line ?? position + 1, operation, parameters, parts, clock.now());
      await breathe();
    },
    end: () => batchWords(tally),
  };
}
