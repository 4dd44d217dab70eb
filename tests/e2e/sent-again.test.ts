import { plainPdf } from "#tests/factories/pdf";
import { expect, test } from "./fixtures";
import { TEXTS } from "./languages";
import { begun, SUPPORT } from "./support-actions";

const { composer } = TEXTS.en.support;

const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: plainPdf(1) });

test("files that are chosen while a message is being kept stay for the next one", async ({ page, app, account }) => {
  const uid = await begun(app.url, account, "Files", "First");
  await page.goto(`${SUPPORT}?conversation=${uid}`);
  const remove = (name: string) => page.getByRole("button", { name: composer.removeFile.replace("{name}", name) });
  const files = page.locator("input[type=file]");
  await files.setInputFiles([pdf("first.pdf")]);
  await expect(remove("first.pdf")).toBeVisible();
  // A device whose storage is busy keeps a message slowly: a transaction goes on until it is let go.
  await page.evaluate(
    () =>
      new Promise<void>((busy) => {
        const opening = indexedDB.open("parley-support");
        opening.onsuccess = () => {
          const store = opening.result.transaction("outgoing", "readwrite").objectStore("outgoing");
          const goOn = () => {
            if ((window as { letGo?: true }).letGo) return;
            store.count().onsuccess = goOn;
          };
          goOn();
          busy();
        };
      }),
  );
  await page.getByRole("textbox", { name: composer.label, exact: true }).fill("With the first");
  await page.getByRole("button", { name: composer.send, exact: true }).click();
  await files.setInputFiles([pdf("second.pdf")]);
  await expect(remove("second.pdf")).toBeVisible();
  await expect(remove("first.pdf")).toBeVisible();
  await page.evaluate(() => {
    (window as { letGo?: true }).letGo = true;
  });
  await expect(page.getByRole("log").getByText("With the first")).toBeVisible();
  await expect(remove("first.pdf")).toBeHidden();
  await expect(remove("second.pdf")).toBeVisible();
});
