export const ICON = "/icon.svg";
const DOT = '<circle cx="49" cy="15" r="14" fill="#d33a2c" stroke="#fff" stroke-width="3"/>';

/** The drawing of the icon with a dot on it, for games that wait, as the address of an image. */
export function dottedIcon(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg.replace(/<\/svg>\s*$/, `${DOT}</svg>`))}`;
}
