import { create } from 'zustand';

/** What lies over the screen: the command palette, or the sheet of shortcuts. */
type Overlay = 'palette' | 'sheet' | null;

export const useOverlay = create<{ readonly overlay: Overlay }>(() => ({ overlay: null }));

/** Opens one, or closes whatever is open. */
export const showOverlay = (overlay: Overlay): void => useOverlay.setState({ overlay });
