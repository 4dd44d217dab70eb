"use client";

import { DndContext, type DragEndEvent, MouseSensor, TouchSensor, useDraggable, useDroppable, useSensor, useSensors } from "@dnd-kit/core";
import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { Bars2Icon, ChevronDownIcon, DocumentDuplicateIcon, ExclamationCircleIcon, PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { FORM_FIELD_KINDS } from "@/lib/enums/trades-forms";
import type { FormField } from "@/lib/form-definitions";
import { IconButton } from "@/ui/button";
import { Badge, Card } from "@/ui/card";
import { SILENT } from "@/ui/editing/drag";
import { MoveMenu } from "@/ui/editing/move-menu";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { blankField, canBeLookedAt, copyOf, isAsked, MOST_FIELDS, moved } from "../rules";
import { FieldEditor } from "./field-editor";
import { FIELD_ICONS } from "./field-icons";

interface FieldListProps {
  fields: FormField[];
  onChange: (fields: FormField[]) => void;
  /** Ids of fields that something is wrong with. */
  wrong: ReadonlySet<string | null>;
  errorOf: (path: string) => string | undefined;
}

const newId = () => crypto.randomUUID();

/** What a form asks, one open at a time: dragged by its handle, or moved by its menu. */
export function FieldList({ fields, onChange, wrong, errorOf }: FieldListProps) {
  const t = useTranslations("trades.forms");
  const [open, setOpen] = useState<string>();
  const id = useId();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const at = (one: unknown) => fields.findIndex((field) => field.id === one);
    if (over && at(active.id) >= 0 && at(over.id) >= 0) onChange(moved(fields, at(active.id), at(over.id)));
  };
  const put = (field: FormField, at: number) => {
    onChange(fields.toSpliced(at, 0, field));
    setOpen(field.id);
  };
  return (
    <DndContext id={id} sensors={sensors} accessibility={SILENT} onDragStart={() => setOpen(undefined)} onDragEnd={drop}>
      {fields.length === 0 ? <p className="text-ink-soft">{t("noFields")}</p> : null}
      <ol tabIndex={-1} className="grid grid-cols-1 gap-3">
        {fields.map((field, at) => (
          <FieldCard
            key={field.id}
            field={field}
            open={open === field.id}
            wrong={wrong.has(field.id)}
            onOpen={() => setOpen(open === field.id ? undefined : field.id)}
            onMove={(to) => onChange(moved(fields, at, to))}
            at={at}
            last={fields.length - 1}
            onCopy={fields.length < MOST_FIELDS ? () => put(copyOf(field, newId), at + 1) : undefined}
            onRemove={() => onChange(fields.toSpliced(at, 1))}
          >
            <FieldEditor
              field={field}
              earlier={fields.slice(0, at).filter(canBeLookedAt)}
              onChange={(next) => onChange(fields.with(at, next))}
              errorOf={(path) => errorOf(`fields.${at}.${path}`)}
            />
          </FieldCard>
        ))}
      </ol>
      {fields.length < MOST_FIELDS ? <AddField onAdd={(kind) => put(blankField(kind, newId), fields.length)} /> : null}
    </DndContext>
  );
}

function AddField({ onAdd }: { onAdd: (kind: FormField["kind"]) => void }) {
  const t = useTranslations("trades.forms");
  return (
    <Menu>
      <MenuButton className="inline-flex min-h-11 items-center gap-2 justify-self-start rounded-box border border-line-strong/60 bg-surface px-4 font-semibold hover:border-line-strong hover:bg-sunken">
        <PlusIcon className="size-5" aria-hidden="true" />
        {t("addField")}
      </MenuButton>
      <MenuItems anchor="bottom start" transition className={MENU_PANEL}>
        {FORM_FIELD_KINDS.map((kind) => {
          const Icon = FIELD_ICONS[kind];
          return (
            <MenuItem key={kind}>
              <button type="button" className={MENU_ITEM} onClick={() => onAdd(kind)}>
                <Icon />
                {t(`kinds.${kind}`)}
              </button>
            </MenuItem>
          );
        })}
      </MenuItems>
    </Menu>
  );
}

interface FieldCardProps {
  field: FormField;
  open: boolean;
  wrong: boolean;
  /** Its place, and the last one. */
  at: number;
  last: number;
  onOpen: () => void;
  onMove: (to: number) => void;
  onCopy: (() => void) | undefined;
  onRemove: () => void;
  children: React.ReactNode;
}

function FieldCard({ field, open, wrong, at, last, onOpen, onMove, onCopy, onRemove, children }: FieldCardProps) {
  const t = useTranslations("trades.forms");
  const languages = useTranslations("editing.languages");
  const drag = useDraggable({ id: field.id });
  const drop = useDroppable({ id: field.id });
  const Icon = FIELD_ICONS[field.kind];
  const name = field.label || t("unnamed");
  const panel = useId();
  const places = { up: Math.max(0, at - 1), down: Math.min(last, at + 1), first: 0, last };
  const shift = drag.transform ? { transform: `translateY(${drag.transform.y}px)` } : undefined;
  return (
    <li ref={drop.setNodeRef}>
      <div ref={drag.setNodeRef} style={shift} className={drag.isDragging ? "relative z-10" : undefined}>
        <Card
          className={clsx(
            "p-2 transition-shadow sm:p-3",
            wrong && "border-danger",
            drag.isDragging && "shadow-float",
            drop.isOver && !drag.isDragging && "ring-2 ring-primary",
          )}
        >
          <div className="flex items-center gap-1">
            {/* A handle for pointers alone: everybody else has the menu. */}
            <span
              {...drag.listeners}
              aria-hidden="true"
              className="grid size-11 shrink-0 cursor-grab touch-manipulation place-items-center text-ink-soft max-sm:w-8"
            >
              <Bars2Icon className="size-5" />
            </span>
            <button
              type="button"
              aria-expanded={open}
              aria-controls={panel}
              onClick={onOpen}
              className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-sm text-start"
            >
              <Icon className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
              <span className="min-w-0 grow">
                <span className={clsx("block font-semibold wrap-anywhere", !field.label && "text-ink-soft")}>
                  <bdi>{name}</bdi>
                </span>
                <span className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
                  {t(`kinds.${field.kind}`)}
                  {isAsked(field) && field.required ? <Badge>{t("required")}</Badge> : null}
                  {field.when ? <Badge tone="info">{t("conditional")}</Badge> : null}
                </span>
              </span>
              {wrong ? (
                <span title={languages("wrong")} className="shrink-0 text-danger">
                  <ExclamationCircleIcon className="size-5" aria-hidden="true" />
                  <span className="sr-only">{languages("wrong")}</span>
                </span>
              ) : null}
              <ChevronDownIcon
                className={clsx("size-5 shrink-0 text-ink-soft transition-transform", open && "rotate-180")}
                aria-hidden="true"
              />
            </button>
            <MoveMenu
              name={name}
              onMove={(to, then) => {
                onMove(places[to]);
                requestAnimationFrame(then);
              }}
            />
          </div>
          {open ? (
            <div id={panel} className="grid gap-5 p-2 pt-4 sm:px-3">
              {children}
              <div className="flex justify-end gap-1 border-t border-line pt-2">
                {onCopy ? (
                  <IconButton label={t("copyField", { name })} onClick={onCopy}>
                    <DocumentDuplicateIcon />
                  </IconButton>
                ) : null}
                <IconButton ref={passFocusAlong} label={t("removeField", { name })} onClick={onRemove}>
                  <TrashIcon />
                </IconButton>
              </div>
            </div>
          ) : null}
        </Card>
      </div>
    </li>
  );
}
