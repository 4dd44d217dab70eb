/** What is dragged is told by a menu's words, not by the library's: who hears the page moves by the menu. */
export const SILENT = {
  announcements: { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined },
  screenReaderInstructions: { draggable: "" },
};
