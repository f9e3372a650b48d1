import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { valueOfGroup } from '#protocol/form/draft.ts';
import type { DraftGroup } from '#protocol/form/draft.ts';
import type { IdOption, IdSource } from '#protocol/form/id-sources.ts';
import { asBridgeError } from '#renderer/bridge/console.ts';
import { useFormPlace } from './form-place.ts';

/** What a picker knows of its ids: options, or why there are none. */
export interface KnownIds {
  readonly options: readonly IdOption[];
  readonly note: string | null;
}

/** Asks a source for its ids, and again when the parameters change that it is asked with. */
export function useIdOptions(source: IdSource): KnownIds {
  const { fields, ids } = useFormPlace();
  const draft = useWatch({ name: 'parameters' }) as DraftGroup;
  const form = valueOfGroup(fields, draft);
  // Only what is asked counts: the rest of the form changes with every key.
  const question = JSON.stringify(source.ask(form));
  const [known, setKnown] = useState<KnownIds>({ options: [], note: null });
  useEffect(() => {
    let isGone = false;
    const show = (next: KnownIds): void => {
      if (!isGone) setKnown(next);
    };
    ids.ask(source, form).then(
      (options) => show({ options, note: null }),
      // A picker that cannot be filled still takes an id as text.
      (thrown: unknown) => show({ options: [], note: asBridgeError(thrown).message }),
    );
    return () => {
      isGone = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `form` changes with every key; `question` says when to ask
  }, [ids, source, question]);
  return known;
}
