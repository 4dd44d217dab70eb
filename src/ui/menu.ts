/** The looks that every menu shares. */
export const MENU_BUTTON =
  "grid size-11 place-items-center rounded-full text-ink-soft transition-colors hover:bg-sunken hover:text-ink data-open:bg-sunken data-open:text-ink [&_svg]:size-6";
export const MENU_PANEL =
  "z-40 w-60 rounded-box border border-line bg-surface p-1.5 shadow-float transition duration-100 [--anchor-gap:6px] [--anchor-padding:8px] data-closed:scale-95 data-closed:opacity-0";
export const MENU_ITEM =
  "flex min-h-11 w-full items-center gap-3 rounded-box px-3 text-start text-[0.95rem] font-medium text-ink data-focus:bg-sunken [&_svg]:size-5 [&_svg]:shrink-0";
