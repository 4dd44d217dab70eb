import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { RoomList } from "@/features/forum/professions/components/room-list";

export const generateMetadata = titled("editRooms");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <RoomList />;
}
