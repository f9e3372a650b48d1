type Child = Node | string;

/**
 * Builds an element. Text goes in as text nodes: nothing is ever parsed as markup here.
 * @param tag the element's name
 * @param attributes attributes to set; `class` among them
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Builds an SVG element, like {@link element}. */
export function svgElement(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: Node[]
): SVGElement {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// Drawn for this surface on a 16 px grid: it carries no third-party script, icon sets included.
const PATHS = {
  shield: ['M8 1.8 13 3.6v4.1c0 3.2-2 5.4-5 6.5-3-1.1-5-3.3-5-6.5V3.6Z', 'm5.8 7.9 1.6 1.6 2.9-3.1'],
  alert: ['M8 1.8 13 3.6v4.1c0 3.2-2 5.4-5 6.5-3-1.1-5-3.3-5-6.5V3.6Z', 'M8 5.2v3', 'M8 10.4v.01'],
  reject: ['M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8Z', 'm6 6 4 4', 'm10 6-4 4'],
  check: ['m3.4 8.6 3 3 6.2-7'],
  cross: ['m4 4 8 8', 'm12 4-8 8'],
  open: ['M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2Z'],
  here: ['M13 8H3', 'M7 4 3 8l4 4'],
  more: ['m6 3.6 4.4 4.4L6 12.4'],
  read: [
    'M1.6 8S4 3.6 8 3.6 14.4 8 14.4 8 12 12.4 8 12.4 1.6 8 1.6 8Z',
    'M8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z',
  ],
  write: ['m3 13 .6-2.8 7.2-7.2a1.5 1.5 0 0 1 2.2 2.2L5.8 12.4Z', 'm9.6 4.2 2.2 2.2'],
  sign: ['M2 13.4h12', 'm4 10.6.5-2.3 5.6-5.6a1.3 1.3 0 0 1 1.9 1.9L6.3 10.1Z'],
  export: [
    'M2.4 10.4v2a1.4 1.4 0 0 0 1.4 1.4h8.4a1.4 1.4 0 0 0 1.4-1.4v-2',
    'M8 10.2V2.4',
    'M4.9 5.5 8 2.4l3.1 3.1',
  ],
  destroy: ['M2.4 4.2h11.2', 'M6 4.2V2.4h4v1.8', 'm3.8 4.2.6 9.4h7.2l.6-9.4', 'M6.7 7v4', 'M9.3 7v4'],
  notice: ['M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8Z', 'M8 7.4v3.4', 'M8 5.2v.01'],
  caution: [
    'M7.1 2.7 1.7 12a1 1 0 0 0 .9 1.5h10.8a1 1 0 0 0 .9-1.5L8.9 2.7a1 1 0 0 0-1.8 0Z',
    'M8 6.3v3',
    'M8 11.4v.01',
  ],
  danger: ['M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4Z', 'M8 4.9v3.7', 'M8 11v.01'],
} as const;

export type IconName = keyof typeof PATHS;

/** Draws an icon that says nothing by itself: its word stands beside it. */
export const icon = (name: IconName): SVGElement =>
  svgElement(
    'svg',
    { class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    ...PATHS[name].map((d) => svgElement('path', { d })),
  );
