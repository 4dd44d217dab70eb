import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { TasksPage } from "@/features/trades/tasks/components/tasks-page";

export const generateMetadata = titled("tasks");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <TasksPage />;
}
