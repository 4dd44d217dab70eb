import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { SimulationSetup } from "@/features/practice/simulations/components/simulation-setup";

export const generateMetadata = titled("simulation");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <SimulationSetup />;
}
