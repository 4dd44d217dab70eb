"use client";

import { Menu, MenuButton, MenuItem, MenuItems, Popover, PopoverButton, PopoverPanel } from "@headlessui/react";
import { ArrowDownIcon, ArrowDownTrayIcon, ArrowsUpDownIcon, ArrowUpIcon, ViewColumnsIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useState } from "react";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkboxes";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { MenuChoice } from "@/ui/menu-choice";
import { passFocusOn } from "@/ui/pass-focus-on";
import { notify, offerUndo } from "@/ui/toast";
import type { BulkAction, Column, Sort } from "./columns";
import { saveCsv } from "./csv";

interface TableBarProps<Row> {
  name: string;
  columns: Column<Row>[];
  shown: Column<Row>[];
  rows: Row[];
  /** There are more rows than these. */
  partial: boolean;
  sort: Sort | undefined;
  onSort: ((column: string) => void) | undefined;
  filters: ReactNode;
  columnsButton: Ref<HTMLButtonElement>;
  onToggle: (column: string) => void;
  onReset: () => void;
}

/** What narrows the table, and what is done with the whole of it. */
export function TableBar<Row>({
  name,
  columns,
  shown,
  rows,
  partial,
  sort,
  onSort,
  filters,
  columnsButton,
  onToggle,
  onReset,
}: TableBarProps<Row>) {
  const t = useTranslations("ui.table");
  const save = () => void saveCsv(name, shown, rows).catch(() => notify("error", t("failed")));
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-wrap items-end gap-3 empty:hidden">{filters}</div>
      <div className="ms-auto flex flex-wrap gap-2">
        {onSort ? <SortMenu columns={columns} sort={sort} onSort={onSort} /> : null}
        <ColumnChoice columns={columns} shown={shown} button={columnsButton} onToggle={onToggle} onReset={onReset} />
        {columns.some(({ text }) => text) ? (
          <Button look="outline" size="sm" icon={<ArrowDownTrayIcon className="size-5" />} disabled={rows.length === 0} onClick={save}>
            {partial ? t("csvRows", { count: rows.length }) : t("csv")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Where rows are cards there are no headers to sort by. */
function SortMenu<Row>({ columns, sort, onSort }: { columns: Column<Row>[]; sort: Sort | undefined; onSort: (column: string) => void }) {
  const t = useTranslations("ui.table");
  const Arrow = sort?.descending ? ArrowDownIcon : ArrowUpIcon;
  return (
    <div className="@3xl:hidden">
      <Menu>
        <MenuButton as={Button} look="outline" size="sm" icon={<ArrowsUpDownIcon className="size-5" />}>
          {t("sort")}
        </MenuButton>
        <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
          {columns
            .filter(({ sortable }) => sortable)
            .map(({ id, header }) => (
              <MenuItem key={id}>
                <MenuChoice chosen={sort?.column === id} className={MENU_ITEM} onClick={() => onSort(id)}>
                  {header}
                  {sort?.column === id ? <Arrow className="ms-auto" /> : null}
                </MenuChoice>
              </MenuItem>
            ))}
        </MenuItems>
      </Menu>
    </div>
  );
}

function ColumnChoice<Row>({
  columns,
  shown,
  button,
  onToggle,
  onReset,
}: {
  columns: Column<Row>[];
  shown: Column<Row>[];
  button: Ref<HTMLButtonElement>;
  onToggle: (column: string) => void;
  onReset: () => void;
}) {
  const t = useTranslations("ui.table");
  return (
    <Popover>
      <PopoverButton as={Button} ref={button} look="outline" size="sm" icon={<ViewColumnsIcon className="size-5" />} aria-keyshortcuts="c">
        {t("columns")}
      </PopoverButton>
      <PopoverPanel
        anchor="bottom end"
        focus
        transition
        aria-label={t("columns")}
        className="z-40 max-h-96 w-64 overflow-y-auto rounded-box border border-line bg-surface p-3 shadow-float transition duration-100 [--anchor-gap:6px] data-closed:opacity-0"
      >
        {columns
          .filter(({ fixed }) => !fixed)
          .map(({ id, header }) => (
            <Checkbox key={id} label={header} checked={shown.some((column) => column.id === id)} onChange={() => onToggle(id)} />
          ))}
        <Button look="ghost" size="sm" className="mt-1 w-full" onClick={onReset}>
          {t("usualColumns")}
        </Button>
      </PopoverPanel>
    </Popover>
  );
}

/** What can be done with what is chosen. It stays in sight however long the list is. */
export function ChosenBar<Row>({ actions, chosen, onDone }: { actions: BulkAction<Row>[]; chosen: Row[]; onDone: () => void }) {
  const t = useTranslations("ui.table");
  const [running, setRunning] = useState<string>();
  const act = async ({ id, run }: BulkAction<Row>) => {
    setRunning(id);
    try {
      const outcome = await run(chosen);
      if (!outcome) return;
      const { done, undo } = outcome;
      onDone();
      if (!undo) return notify("success", done);
      offerUndo(done, t("undo"), async () => {
        try {
          await undo();
          notify("success", t("undone"));
        } catch (error) {
          notify("error", t("failed"));
          throw error;
        }
      });
    } catch {
      notify("error", t("failed"));
    } finally {
      setRunning(undefined);
    }
  };
  return (
    <section
      ref={passFocusOn}
      aria-label={t("chosen", { count: chosen.length })}
      data-bottom-bar=""
      className="tall:sticky bottom-4 z-10 flex flex-wrap items-center gap-2 rounded-box border border-line bg-surface px-4 py-3 shadow-float"
    >
      <p className="me-auto font-semibold">{t("chosen", { count: chosen.length })}</p>
      {actions.map((action) => (
        <Button
          key={action.id}
          look={action.danger ? "danger" : "outline"}
          size="sm"
          busy={running === action.id}
          disabled={running !== undefined && running !== action.id}
          onClick={() => void act(action)}
        >
          {action.label}
        </Button>
      ))}
      <Button look="ghost" size="sm" onClick={onDone}>
        {t("chooseNone")}
      </Button>
    </section>
  );
}
