import { AppError } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";

/** The mails that stayed here because no mail server is configured. @throws AppError notFound where mails are sent */
export async function listKeptMails({ mail }: UserContext, page: number) {
  if (!mail.kept) throw new AppError("notFound");
  const { mails, total } = await mail.kept.list({ offset: pageOffset(page), limit: PAGE_SIZE });
  return { data: mails, meta: { total } };
}
