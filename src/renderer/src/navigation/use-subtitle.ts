import { useEffect } from 'react';
import { useNavigation } from './navigation.ts';

/** Puts words beside the screen's title for as long as the screen is there. */
export function useSubtitle(subtitle: string): void {
  useEffect(() => {
    useNavigation.setState({ subtitle });
    return () => useNavigation.setState({ subtitle: '' });
  }, [subtitle]);
}
