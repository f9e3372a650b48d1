import type { InputEvent, WebContents } from 'electron';

/** What begins a press of a person; keys that are held down repeat, and ask for nothing more. */
const PRESSES: readonly string[] = ['mouseDown', 'keyDown', 'rawKeyDown', 'touchStart', 'gestureTap'];

/** Whether an event of the system's is the beginning of a press. */
export const isPress = ({ type, modifiers = [] }: Pick<InputEvent, 'type' | 'modifiers'>): boolean =>
  PRESSES.includes(type) && !modifiers.some((each) => each.toLowerCase() === 'isautorepeat');

/** Calls a listener when a person presses something in a page. Events that the page makes do not come this way. */
export function watchGestures(contents: Pick<WebContents, 'on'>, listener: () => void): void {
  contents.on('input-event', (_event, input) => {
    if (isPress(input)) listener();
  });
}
