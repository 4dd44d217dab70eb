"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { EllipsisHorizontalIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import type { ComponentType, ReactNode, Ref } from "react";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";

/** One thing that can be done to a message. */
export interface PostAction {
  key: string;
  label: string;
  Icon: ComponentType<{ className?: string }>;
  onSelect: () => void;
  danger?: boolean;
}

interface PostMenuProps {
  label: string;
  actions: PostAction[];
  button?: Ref<HTMLButtonElement>;
  /** Above them: items that stand in one line. */
  children?: ReactNode;
}

export function PostMenu({ label, actions, button, children }: PostMenuProps) {
  if (actions.length === 0) return null;
  return (
    <Menu>
      <MenuButton
        ref={button}
        aria-label={label}
        title={label}
        className="grid size-9 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink data-open:bg-sunken [&_svg]:size-6"
      >
        <EllipsisHorizontalIcon />
      </MenuButton>
      <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
        {children}
        {actions.map(({ key, label: words, Icon, onSelect, danger }) => (
          <MenuItem key={key}>
            <button type="button" className={clsx(MENU_ITEM, danger && "text-danger")} onClick={onSelect}>
              <Icon className="rtl:data-flips:-scale-x-100" />
              {words}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}
