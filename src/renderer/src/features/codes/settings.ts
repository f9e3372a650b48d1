import { useEffect } from 'react';
import { create } from 'zustand';
import type { CodeSettings } from '#preload/contract/files.ts';
import { getConsole } from '../../bridge/console.ts';
import { attempt } from '../../ui/toasts.ts';

const useSettings = create<CodeSettings & { readonly isLoaded: boolean }>(() => ({
  rate: 5,
  density: 250,
  camera: '',
  lines: 720,
  isLoaded: false,
}));

/** Changes what is chosen, and has it remembered by the privileged side. */
function remember(chosen: Partial<CodeSettings>): void {
  useSettings.setState({ ...chosen, isLoaded: true });
  const { rate, density, camera, lines } = useSettings.getState();
  void attempt(() => getConsole().camera.remember({ rate, density, camera, lines }));
}

/** How QR codes were last shown and read, and what changes that. */
export function useCodeSettings(): readonly [CodeSettings, (chosen: Partial<CodeSettings>) => void] {
  const settings = useSettings();
  useEffect(() => {
    if (useSettings.getState().isLoaded) return;
    void attempt(async () => {
      const known = await getConsole().camera.settings();
      // What was chosen meanwhile is newer.
      if (!useSettings.getState().isLoaded) useSettings.setState({ ...known, isLoaded: true });
    });
  }, []);
  return [settings, remember];
}
