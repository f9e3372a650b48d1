/** Where something is drawn on the screen, as numbers that change when it moves. */
function placeOf(buttons: readonly HTMLElement[]): readonly number[] {
  const { screenX, screenY, innerWidth, innerHeight, devicePixelRatio, visualViewport } = window;
  const scale = visualViewport?.scale ?? 1;
  const boxes = buttons.map((button) => button.getBoundingClientRect());
  // Whole pixels: what moves less is under no other pointer.
  const corners = boxes.flatMap(({ left, top }) => [Math.round(left), Math.round(top)]);
  return [screenX, screenY, innerWidth, innerHeight, devicePixelRatio, scale, ...corners];
}

/**
 * Calls `onMove` when buttons are not where they were: the window moved, changed its size or its scale, or the page put them
 * elsewhere. Looks before every frame that is drawn.
 */
export function followPlace(buttons: readonly HTMLElement[], onMove: () => void, signal: AbortSignal): void {
  let before = placeOf(buttons);
  const compare = (): void => {
    const now = placeOf(buttons);
    if (now.every((each, index) => each === before[index])) return;
    before = now;
    onMove();
  };
  const eachFrame = (): void => {
    if (signal.aborted) return;
    compare();
    requestAnimationFrame(eachFrame);
  };
  requestAnimationFrame(eachFrame);
  window.addEventListener('resize', onMove, { signal });
}
