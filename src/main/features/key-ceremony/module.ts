import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { reportFault } from '../../platform/errors.ts';
import type { ApprovalParts } from '../approvals/module.ts';
import type { FileParts } from '../files/module.ts';
import { createKeyBackups } from '../key-backup/module.ts';
import type { LocalActionParts } from '../local-actions/module.ts';
import { type OfflineParts, rulesOfWindow } from '../offline/module.ts';
import { createCeremonyDesk } from './ceremony-desk.ts';
import { createKeptTranscripts } from './kept-transcripts.ts';
import { createKeyCeremonies } from './key-ceremonies.ts';
import { createShareDesk } from './share-desk.ts';

export { enrollmentParameters } from './enrollment.ts';
export { ceremonyError } from './errors.ts';
export { type KeyCeremonies, type Standing, createKeyCeremonies } from './key-ceremonies.ts';
export { newestBackupAct, nextStep, peopleHere, requireBackupFile } from './next-step.ts';

type Needs = ConsoleContext & ApprovalParts & FileParts & LocalActionParts & OfflineParts;

/** A press counts for a share for so long: a window on a slow machine asks some seconds later. */
const PRESS_COUNTS_MS = 5_000;

/** Key ceremonies in the window: the same as `keyops ceremony`, with the transcripts in the console's database. */
export const keyCeremonies = defineModule({
  start: (needs: Needs): ModuleParts<'keyCeremonies'> => {
    const { host, gate, files, local, offlineFiles, clock, timing } = needs;
    const { admit } = rulesOfWindow(needs);
    const onChange = (): void => {
      desk
        .state()
        .then((state) => host.send('console', 'keyCeremonies.changed', state))
        .catch((error: unknown) => reportFault('key ceremonies', error));
    };
    const backups = createKeyBackups(needs, admit);
    const shares = createShareDesk({ backups, clock, timing, onChange });
    const desk = createCeremonyDesk({
      ...{ backups, shares, host, files, local, offlineFiles },
      ceremonies: createKeyCeremonies(needs, offlineFiles, admit),
      kept: createKeptTranscripts({ ...needs, onChange }),
      takePress: () => gate.takePress(PRESS_COUNTS_MS),
    });
    const reset = (): void => {
      desk.reset();
      shares.reset().catch((error: unknown) => reportFault('key ceremonies', error));
    };
    return {
      handlers: { keyCeremonies: desk.calls },
      onLock: reset,
      onProfileChange: reset,
      close: () => shares.reset(),
      idle: () => shares.idle(),
    };
  },
});
