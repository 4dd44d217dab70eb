import { callApi, P } from "./actions";
import { expect, test } from "./fixtures";
import { aMember, aRoom } from "./forum-actions";
import { TEXTS } from "./languages";
import { inLook, LOOKS, lookName, openAs, seeDialog, seePage } from "./looks";
import { anInterview } from "./progress-actions";

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

for (const look of LOOKS) {
  test(`a question of one's own interview is proposed for the bank, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const { forum: f, practice } = TEXTS[look.locale];
    const i = practice.interviews;
    const room = await aRoom(app, `Lifts ${lookName(look)}`);
    const ada = await aMember(app, "Ada Lovelace");
    const { data: categories } = await callApi(app.url, ada.token, `${P}/category/get`);
    const { data: bank } = await callApi(app.url, ada.token, `${P}/question/get?category_id=${categories[0].uid}`);
    const asked = "How would you test a lift?";
    const questions = [{ text: asked, went: 4 }, { text: "Who are you?", question_id: bank[0].uid }, { text: "Why here?" }];
    const uid = await anInterview(app, ada, { date: dayAgo(3), questions });

    const page = await openAs(browser, `${app.url}/dashboard/interviews/entry?uid=${uid}`, look, ada);
    const number = (at: number) => new Intl.NumberFormat(look.locale === "ar" ? "ar-SD" : "en").format(at);
    const propose = (at: number) => page.getByRole("button", { name: f.proposal.proposeLabel.replace("{number}", number(at)) });
    await expect(propose(3)).toBeVisible();
    // What is in the bank already needs no proposal.
    await expect(propose(2)).toHaveCount(0);
    const third = page.getByRole("textbox", { name: i.questions.text.replace("{number}", number(3)) });
    await third.fill("");
    await expect(propose(3)).toHaveCount(0);
    await third.fill("Why us?");
    await seePage(page, "interview-propose", look);

    await propose(1).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel(f.proposal.question)).toHaveValue(asked);
    await expect(dialog.getByLabel(f.proposal.company)).toHaveValue("Nile Robotics");
    await expect(dialog.getByLabel(f.proposal.role)).toHaveValue("Test engineer");
    await expect(dialog.getByLabel(f.proposal.askedOn)).toHaveValue(dayAgo(3));
    await seeDialog(page, "dialog-interview-propose", look);
    // What was changed in it outlives a press beside it.
    const role = dialog.getByLabel(f.proposal.role);
    await role.fill("Test engineer for lifts");
    await page.mouse.click(5, 5);
    await expect(dialog).toHaveCount(0);
    await propose(1).click();
    await expect(role).toHaveValue("Test engineer for lifts");
    await dialog.getByRole("button", { name: f.proposal.add }).click();

    await expect(page.getByRole("heading", { name: f.new.title })).toBeVisible();
    await expect(page.getByText(f.extras.askedChip.replace("{question}", asked))).toBeVisible();
    await seePage(page, "interview-proposed", look);
    await page.getByLabel(f.new.room, { exact: true }).selectOption(room.uid);
    await page.getByLabel(f.new.titleLabel).fill("A lift, of all things");
    await page.getByRole("textbox", { name: f.new.message }).fill("They drew one on the board.");
    await page.getByRole("button", { name: f.new.send }).click();
    await expect(page.getByRole("heading", { level: 1, name: "A lift, of all things" })).toBeVisible();
    await expect(page.getByRole("main").getByText(asked)).toBeVisible();
    await expect(page.getByText(f.proposal.states.proposed)).toBeVisible();

    // The dialog sent itself, and not the interview beneath it.
    const kept = await callApi(app.url, ada.token, `${P}/interview/detail/get?uid=${uid}`);
    expect(kept.data.questions[2].text).toBe("Why here?");
    // What was brought along is not there a second time.
    await page.getByRole("main").getByRole("link", { name: room.name }).first().click();
    await page.getByRole("link", { name: f.rooms.begin }).click();
    await expect(page.getByRole("heading", { name: f.new.title })).toBeVisible();
    await expect(page.getByText(f.extras.askedChip.replace("{question}", asked))).toHaveCount(0);
    await page.context().close();
  });
}
