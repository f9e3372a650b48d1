import { ringDashes, secondsToShow } from './countdown.ts';
import { element, svgElement } from './element.ts';
import { TEXT } from './text.ts';

const RADIUS = 18;
const SOON_SECONDS = 10;

/** The ring that runs out; `update` takes what is left and what there was, in ms. */
export interface Ring {
  readonly root: HTMLElement;
  update(leftMs: number, totalMs: number): void;
}

/** Builds the ring. It is read out when it appears near its end, not every second. */
export function buildRing(): Ring {
  const circle = { cx: '20', cy: '20', r: String(RADIUS) };
  const left = svgElement('circle', { ...circle, class: 'left' });
  const seconds = element('b', { 'aria-hidden': 'true' });
  const said = element('span', { class: 'said', role: 'status' });
  const root = element(
    'div',
    { class: 'ring', title: TEXT.cancels },
    svgElement(
      'svg',
      { viewBox: '0 0 40 40', 'aria-hidden': 'true' },
      svgElement('circle', { ...circle, class: 'track' }),
      left,
    ),
    seconds,
    said,
  );
  return {
    root,
    update(leftMs, totalMs) {
      const whole = secondsToShow(leftMs);
      const soon = whole <= SOON_SECONDS;
      left.setAttribute('stroke-dasharray', ringDashes(leftMs, totalMs, RADIUS));
      seconds.textContent = String(whole);
      root.classList.toggle('soon', soon);
      if (soon && said.textContent === '') said.textContent = TEXT.cancelsIn(whole);
    },
  };
}
