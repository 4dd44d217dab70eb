import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { FileMenu } from "@/features/admin/imports/components/file-menu";
import { RoomList } from "@/features/forum/professions/components/room-list";

export const generateMetadata = titled("editRooms");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <RoomList files={<FileMenu kind="professions" />} />;
}
