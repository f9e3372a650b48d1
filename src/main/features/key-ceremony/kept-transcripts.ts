import { toHex } from '#protocol/encoding.ts';
import { isSameBytes } from '#protocol/offline/cbor.ts';
import { type Transcript, headOf, readTranscript, writeTranscript } from '#protocol/offline/transcript.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import { ceremonyError } from './errors.ts';

/** The transcripts that this console keeps for the window, each by its number in hex. */
export interface KeptTranscripts {
  /** Those of the organization that is shown. */
  list(): Promise<Transcript[]>;
  /** @throws AppError `CEREMONY_UNKNOWN` */
  get(id: string): Promise<Transcript>;
  keep(transcript: Transcript): Promise<void>;
  /**
   * Takes a copy that was brought here: a newer one, or approvals that the kept one doesn’t have.
   * @throws AppError `CEREMONY_OLDER`, `CEREMONY_ORGANIZATION`
   */
  take(transcript: Transcript): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createKeptTranscripts({
  storage,
  clock,
  onChange,
}: Pick<ConsoleContext, 'storage' | 'clock'> & { readonly onChange: () => void }): KeptTranscripts {
  const store = storage.keyCeremonies;
  const shown = async (): Promise<string | null> => (await currentProfile(storage)).organizationId;
  const keep = async (transcript: Transcript): Promise<void> => {
    await store.keep({
      ceremony: toHex(transcript.ceremony),
      organizationId: transcript.organization,
      transcript: writeTranscript(transcript),
      atMs: clock.now(),
    });
    onChange();
  };
  return {
    list: async () => {
      const organizationId = await shown();
      return organizationId === null ? [] : (await store.list(organizationId)).map(readTranscript);
    },
    get: async (id) => {
      const bytes = await store.get(id);
      if (bytes === undefined) throw ceremonyError('CEREMONY_UNKNOWN');
      const transcript = readTranscript(bytes);
      // One of another organization isn’t open while this one is shown.
      if (transcript.organization !== (await shown())) throw ceremonyError('CEREMONY_UNKNOWN');
      return transcript;
    },
    keep,
    take: async (brought) => {
      if (brought.organization !== (await shown())) throw ceremonyError('CEREMONY_ORGANIZATION');
      const bytes = await store.get(toHex(brought.ceremony));
      const kept = bytes === undefined ? undefined : readTranscript(bytes);
      if (kept === undefined) return keep(brought);
      const [journal, file] = [kept.entries.length, brought.entries.length];
      if (journal > file) throw ceremonyError('CEREMONY_OLDER', { journal, file });
      if (!isSameBytes(headOf(kept), headOf(brought))) return keep(brought);
      const more = brought.approvals.filter(
        ({ person }) => !kept.approvals.some((each) => each.person === person),
      );
      await keep({ ...kept, approvals: [...kept.approvals, ...more] });
    },
    remove: async (id) => {
      await store.remove(id);
      onChange();
    },
  };
}
