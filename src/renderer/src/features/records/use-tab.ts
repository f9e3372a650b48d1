import { useState } from 'react';
import { useNavigation } from '../../navigation/navigation.ts';

/** Which part of a screen is shown: the one it was asked for, else its first. */
export function useTab<Id extends string>(
  tabs: readonly [{ readonly id: Id }, ...{ readonly id: Id }[]],
): readonly [Id, (id: Id) => void] {
  const asked = useNavigation((state) => state.focus);
  return useState<Id>(tabs.find(({ id }) => id === asked)?.id ?? tabs[0].id);
}
